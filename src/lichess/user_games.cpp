#include "lichess/user_games.h"

#include <fmt/format.h>

#include "base/printable.h"
#include "lichess/http.h"

namespace rookery::lichess {

Result<std::string, Error> fetch_user_games(const std::string& base_url, const std::string& user,
                                            int last) {
  Http http(base_url, "Rookery (game review)");
  HttpRequest request;
  request.path = fmt::format(
      "/api/games/user/{}?max={}&clocks=true&evals=false&opening=false&perfType=ultraBullet,bullet,"
      "blitz,rapid,classical,correspondence",
      url_encode(user), last);
  request.timeout = std::chrono::seconds(20 + last);  // the server sends about 20 games a second
  HttpReply reply = http.perform(request);
  if (reply.status == 404)
    return Unexpected{Error{fmt::format("lichess has no user '{}'", printable(user))}};
  if (reply.status == 429)
    return Unexpected{Error{"lichess asks for a pause: try again in a minute"}};
  if (!reply.ok())
    return Unexpected{Error{reply.status == 0
                                ? "lichess: " + printable(reply.error)
                                : fmt::format("lichess answered with HTTP {}", reply.status)}};
  return std::move(reply.body);
}

}  // namespace rookery::lichess
