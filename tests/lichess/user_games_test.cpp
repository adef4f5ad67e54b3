// Games of a user by the public API, against the fake server.
#include "lichess/user_games.h"

#include <gtest/gtest.h>

#include "harness.h"

namespace rookery::lichess {
namespace {

using namespace test;

TEST(UserGames, AsManyAsWereAskedForAndNoToken) {
  FakeServer server(Json::object());
  const auto games = fetch_user_games(server.url(), "ann", 3);
  ASSERT_TRUE(games) << games.error().message;
  std::size_t count = 0;
  for (std::size_t at = 0; (at = games->find("[White \"Ann\"]", at)) != games->npos; ++at) ++count;
  EXPECT_EQ(count, 3u);
}

TEST(UserGames, NobodyAndNoServerAreOneLine) {
  FakeServer server(Json::object());
  const auto nobody = fetch_user_games(server.url(), "no/one?", 1);
  ASSERT_FALSE(nobody);
  EXPECT_EQ(nobody.error().message, "lichess has no user 'no/one?'");
  const auto nowhere = fetch_user_games("http://127.0.0.1:1", "ann", 1);
  ASSERT_FALSE(nowhere);
  EXPECT_EQ(nowhere.error().message.find('\n'), std::string::npos);
}

}  // namespace
}  // namespace rookery::lichess
