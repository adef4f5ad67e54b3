// The tables of a queue in PostgreSQL, and the functions that are all a worker's role may use.
#pragma once

namespace rookery::cluster {

extern const char* const kPostgresSchema;

}  // namespace rookery::cluster
