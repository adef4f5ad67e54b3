// The configuration: defaults, the annotated file, errors that name the key, and the token.
#include "lichess/config.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "lichess/token.h"

namespace rookery::lichess {
namespace {

using testing::HasSubstr;

constexpr ConfigLanguage kLanguages[] = {ConfigLanguage::toml, ConfigLanguage::json};

std::string error_of(std::string_view text, ConfigLanguage language = ConfigLanguage::json) {
  const auto config = parse_config(text, language);
  return config ? "no error" : config.error().message;
}

TEST(Config, AnnotatedDefaultIsTheDefault) {
  for (const ConfigLanguage language : kLanguages) {
    const auto config = parse_config(annotated_default_config(language), language);
    ASSERT_TRUE(config) << config.error().message << annotated_default_config(language);
    EXPECT_EQ(config_to_json(*config), config_to_json(Config{}));
  }
}

TEST(Config, AnnotatedDefaultFitsTheScreenAndHidesTiming) {
  for (const ConfigLanguage language : kLanguages) {
    const std::string text = annotated_default_config(language);
    EXPECT_EQ(text.find("timing"), std::string::npos);
    std::size_t begin = 0;
    for (std::size_t end; (end = text.find('\n', begin)) != std::string::npos; begin = end + 1)
      EXPECT_LE(end - begin, 90u) << text.substr(begin, end - begin);
  }
}

TEST(Config, DepthIsBounded) {
  // Each dot is a table in a table; their destructors overflowed the stack.
  std::string dots = "a";
  for (int i = 0; i < 100'000; ++i) dots += ".a";
  EXPECT_THAT(error_of("\n" + dots + " = 1\n", ConfigLanguage::toml), HasSubstr("line 2: more"));
  EXPECT_THAT(error_of("[" + dots + "]\n", ConfigLanguage::toml), HasSubstr("line 1: more"));
  // Arrays of tables of arrays, with as many dots as a line may have.
  std::string nested;
  const std::string line = dots.substr(0, 399) + " = [ { ";
  for (int i = 0; i < 1000; ++i) nested += line + "\n";
  EXPECT_THAT(error_of(nested, ConfigLanguage::toml), HasSubstr("line"));
  EXPECT_THAT(error_of(dots.substr(0, 201) + " = 1\n", ConfigLanguage::toml), HasSubstr("'a'"));
  std::string objects;
  for (int i = 0; i < 100'000; ++i) objects += "{\"a\":";
  EXPECT_THAT(error_of(objects), HasSubstr("levels deep"));
  EXPECT_THAT(error_of("{\"a\":" + std::string(100'000, '[')), HasSubstr("levels deep"));
}

TEST(Config, DefaultsObeyTheServersRules) {
  const Config config;
  EXPECT_GE(config.timing.rate_limit_wait_ms, 60000);
  EXPECT_GE(config.timing.watchdog_ms, 2 * 7000);  // two keep-alives
  EXPECT_LE(config.matchmaking.games_per_day, 100);
  EXPECT_EQ(config.base_url, "https://lichess.org");
}

TEST(Config, ReadsEveryKindOfField) {
  const char* texts[] = {R"(
    [engine]  # a comment
    agent = "random"
    options = {Hash = 32, Ponder = true, SyzygyPath = "/tb"}
    ponder = true
    [challenges]
    variants = ["chess960"]
    max_rating = 1_800
    block = ["A", "b"]
    [timing]
    watchdog_ms = 5
  )",
                         R"({
    // a comment
    "engine": {"agent": "random", "options": {"Hash": 32, "Ponder": true, "SyzygyPath": "/tb"},
               "ponder": true},
    "challenges": {"variants": ["chess960"], "max_rating": 1800, "block": ["A", "b"]},
    "timing": {"watchdog_ms": 5}
  })"};
  for (const ConfigLanguage language : kLanguages) {
    const auto config = parse_config(texts[static_cast<int>(language)], language);
    ASSERT_TRUE(config) << config.error().message;
    EXPECT_EQ(config->engine.agent, "random");
    EXPECT_EQ(config->engine.options.at("Hash"), "32");
    EXPECT_EQ(config->engine.options.at("Ponder"), "true");
    EXPECT_EQ(config->engine.options.at("SyzygyPath"), "/tb");
    EXPECT_TRUE(config->engine.ponder);
    EXPECT_EQ(config->challenges.variants, std::vector<std::string>{"chess960"});
    EXPECT_EQ(config->challenges.max_rating, 1800);
    EXPECT_EQ(config->challenges.block.size(), 2u);
    EXPECT_EQ(config->timing.watchdog_ms, 5);
  }
}

TEST(Config, ErrorsNameLineKeyAndWhatWasExpected) {
  const auto toml = [](const char* text) { return error_of(text, ConfigLanguage::toml); };
  EXPECT_EQ(toml("\n[challenges]\nrated = 1\n"),
            "line 3: 'challenges.rated' must be true or false");
  EXPECT_EQ(toml("[challenges]\nmin_rating = 5000"),
            "line 2: 'challenges.min_rating' must be from 0 to 4000");
  EXPECT_EQ(toml("[engine]\n\nagnet = \"x\""), "line 3: 'engine.agnet' is not a setting");
  EXPECT_EQ(toml("engine = 3"), "line 1: 'engine' must be a section with settings");
  EXPECT_THAT(toml("[engine]\nponder = yes\n"), HasSubstr("line 2: not TOML"));
  EXPECT_THAT(toml("[engine]\nnodes = 1\nnodes = 2\n"), HasSubstr("line 3"));
  EXPECT_THAT(toml("[engine]\noptions = {Hash = 1.5}"), HasSubstr("'engine.options.Hash'"));
  EXPECT_THAT(toml("[matchmaking]\ntime_controls = [\"100+2\"]"),
              HasSubstr("line 2: 'matchmaking.time_controls' has '100+2', which Lichess"));
  EXPECT_THAT(toml("[matchmaking]\nidle_seconds = 1979-05-27"), HasSubstr("whole number"));
  EXPECT_EQ(error_of("{\n\"challenges\": {\n\"rated\": 1}}"),
            "line 3: 'challenges.rated' must be true or false");
  EXPECT_EQ(error_of("{\n\"engine\": {},\n\"log_file\": 1}"),
            "line 3: 'log_file' must be a string");
}

TEST(Config, ErrorsNameTheKey) {
  EXPECT_THAT(error_of(R"({"engine": {"agnet": "x"}})"), HasSubstr("'engine.agnet'"));
  EXPECT_THAT(error_of(R"({"challenges": {"rated": 1}})"), HasSubstr("'challenges.rated'"));
  EXPECT_THAT(error_of(R"({"challenges": {"min_rating": -1}})"), HasSubstr("0 to 4000"));
  EXPECT_THAT(error_of(R"({"challenges": {"min_rating": 1.5}})"), HasSubstr("whole number"));
  EXPECT_THAT(error_of(R"({"challenges": {"variants": ["atomic"]}})"), HasSubstr("atomic"));
  EXPECT_THAT(error_of(R"({"challenges": {"rated": false, "casual": false}})"),
              HasSubstr("both false"));
  EXPECT_THAT(error_of(R"({"challenges": {"block": [1]}})"), HasSubstr("list of strings"));
  EXPECT_THAT(error_of(R"({"matchmaking": {"games_per_day": 101}})"), HasSubstr("100"));
  EXPECT_THAT(error_of(R"({"matchmaking": {"time_controls": ["3x"]}})"), HasSubstr("3x"));
  EXPECT_THAT(error_of("{\n\"engine\": {\n\"ponder\": yes}}"), HasSubstr("line 3"));
  EXPECT_THAT(error_of("[]"), HasSubstr("object"));
  EXPECT_THAT(error_of(R"({"token": "lip_secret"})"), HasSubstr("'token'"));
}

TEST(Config, RefusesToSendTheTokenInTheClear) {
  EXPECT_THAT(error_of(R"({"base_url": "http://lichess.org"})"), HasSubstr("https"));
  EXPECT_THAT(error_of(R"({"base_url": "http://127.0.0.1.evil.org/"})"), HasSubstr("https"));
  for (const char* url :
       {"http://127.0.0.1:80@evil.org", "http://localhost:1@evil.org/", "https://user@evil.org",
        "https://evil.org?x", "https://", "https://a b", "http://127.0.0.1:", "https://a:b",
        "http://127.0.0.1:80\\\\@evil.org", "https://evil.org#@lichess.org"})
    EXPECT_THAT(error_of(R"({"base_url": ")" + std::string(url) + R"("})"), HasSubstr("https"))
        << url;
  for (const char* url : {"http://127.0.0.1:8080/", "http://localhost:9", "https://lichess.org/",
                          "https://lichess.dev:8443/some-path"})
    EXPECT_EQ(error_of(R"({"base_url": ")" + std::string(url) + R"("})"), "no error") << url;
}

class TokenTest : public testing::Test {
 protected:
  void SetUp() override {
    folder_ =
        std::filesystem::temp_directory_path() / ("rookery_token_" + std::to_string(::getpid()));
    std::filesystem::create_directories(folder_);
    file_ = folder_ / "token";
    unsetenv("LICHESS_TOKEN");
  }
  void TearDown() override {
    std::filesystem::remove_all(folder_);
    unsetenv("LICHESS_TOKEN");
  }
  void write(const std::string& text, mode_t mode) {
    std::ofstream(file_) << text;
    chmod(file_.c_str(), mode);
  }
  std::filesystem::path folder_, file_;
};

TEST_F(TokenTest, ComesFromAPrivateFile) {
  write("lip_abc123\n", 0600);
  const auto token = read_token(file_);
  ASSERT_TRUE(token) << token.error().message;
  EXPECT_EQ(token->reveal(), "lip_abc123");
}

TEST_F(TokenTest, FileThatOthersCanReadIsRefused) {
  for (const mode_t mode : {0640, 0604, 0660, 0644}) {
    write("lip_abc123\n", mode);
    const auto token = read_token(file_);
    ASSERT_FALSE(token);
    EXPECT_THAT(token.error().message, HasSubstr("chmod 600"));
    EXPECT_EQ(token.error().message.find("abc123"), std::string::npos);
  }
}

TEST_F(TokenTest, EnvironmentComesFirstAndIsWiped) {
  write("lip_file\n", 0600);
  setenv("LICHESS_TOKEN", "lip_environment", 1);
  const char* memory = std::getenv("LICHESS_TOKEN");
  const auto token = read_token(file_);
  ASSERT_TRUE(token);
  EXPECT_EQ(token->reveal(), "lip_environment");
  EXPECT_EQ(std::getenv("LICHESS_TOKEN"), nullptr);
  EXPECT_EQ(std::string(memory, 3), "xxx");
}

TEST_F(TokenTest, BadTokensAreNotRepeatedInTheMessage) {
  write("lip secret!\n", 0600);
  const auto token = read_token(file_);
  ASSERT_FALSE(token);
  EXPECT_EQ(token.error().message.find("secret"), std::string::npos);
  EXPECT_FALSE(read_token(""));
  EXPECT_FALSE(read_token(folder_ / "missing"));
}

}  // namespace
}  // namespace rookery::lichess
