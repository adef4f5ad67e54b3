// The recipe of a training run on the command line, for all commands that train.
#pragma once

#include "cli/arguments.h"
#include "train/recipe.h"

namespace rookery::cli {

/// What stands in `options` are the defaults.
void add_recipe_options(Parser& parser, train::TrainOptions& options);

}  // namespace rookery::cli
