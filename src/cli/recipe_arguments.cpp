#include "cli/recipe_arguments.h"

#include <cstdlib>
#include <string>

namespace rookery::cli {

namespace {

std::string check_scale(const std::string& text) {
  const double scale = std::strtod(text.c_str(), nullptr);
  return scale == 0 || (scale >= 1 && scale <= 10000)
             ? ""
             : "Value " + text + " is neither 0 nor in range 1 to 10000";
}

}  // namespace

void add_recipe_options(Parser& parser, train::TrainOptions& options) {
  const auto add = [&](const char* name, auto& value, const char* help, const auto& check) {
    parser.add_option(name, value, help)->check(check)->capture_default_str();
  };
  const auto positive = CLI::PositiveNumber;
  const CLI::Range share(0.0, 1.0), below_one(0.0, 0.999999);
  add("--epochs", options.epochs, "Passes over the data", positive);
  add("--batch", options.batch, "Positions in a step", positive);
  add("--lr", options.learning_rate, "Highest learning rate", positive);
  add("--final-lr", options.final_learning_rate, "Learning rate at the end, by a cosine", positive);
  add("--warm-up", options.warm_up, "Share of the steps in which the rate rises from 0", below_one);
  add("--lambda", options.lambda, "Weight of the result against the score", share);
  parser.add_option("--final-lambda", options.final_lambda, "The same at the end, if it changes")
      ->check(share);
  add("--loss-exponent", options.loss_exponent, "Above 2 large errors weigh more",
      CLI::Range(1.0, 4.0));
  add("--average", options.average,
      "Keep a running average of the weights, this much of it\n"
      "at each step (0.999); 0 = the last weights",
      below_one);
  add("--scale", options.centipawn_scale,
      "Centipawns for log-odds of 1; 0 = as the scores in the data", check_scale);
}

}  // namespace rookery::cli
