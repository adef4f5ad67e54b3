// The tables of a queue in PostgreSQL, and the functions that are all a worker's role may use.
#pragma once

#include "cluster/sql_store.h"

namespace rookery::cluster {

/// Each brings the tables from version `index` to the next.
extern const Sql kPostgresSteps[kSchemaVersion];

}  // namespace rookery::cluster
