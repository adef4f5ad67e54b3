#include "eval/nnue/explain.h"

#include <cstring>

#include "eval/nnue/kernels.h"

namespace rookery::eval::nnue {

namespace {

/// The value of the pieces on `squares` for White. Written apart from the evaluator because a board
/// without one of its pieces need not be a legal position.
double value(const Weights& w, const chess::Position& position, chess::Bitboard squares,
             int bucket) {
  const Kernels& kernels = best_kernels();
  alignas(64) std::int16_t hidden[2][kHidden];
  for (chess::Color c : chess::kColors) {
    std::int16_t* values = hidden[index(c)];
    std::memcpy(values, w.feature_bias, sizeof w.feature_bias);
    const Orientation o = orientation(c, position.king_square(c));
    for (chess::Square s : chess::squares(squares)) {
      const std::int16_t* row = w.feature_weights[feature(c, o, position.piece_on(s), s)];
      kernels.add(values, values, &row, nullptr);
    }
  }
  const int us = index(position.side_to_move());
  const std::int64_t sum = kernels.output(hidden[us], hidden[us ^ 1], w.output_weights[bucket]);
  const std::int64_t output = sum / kQA + w.output_bias[bucket];
  const auto centipawns = static_cast<double>(output * w.scale / (kQA * kQB));
  return us == index(chess::Color::white) ? centipawns : -centipawns;
}

}  // namespace

Breakdown explain(const Network& network, const chess::Position& position) {
  const chess::Bitboard all = position.pieces();
  const int bucket = output_bucket(chess::count(all));
  Breakdown result;
  result.unit = "centipawns";
  for (int b = 0; b < kOutputBuckets; ++b)
    result.bucket_outputs.push_back(value(network.weights, position, all, b));
  result.bucket = static_cast<std::size_t>(bucket);
  result.total = result.bucket_outputs[result.bucket];
  for (chess::Square s : chess::squares(all & ~position.pieces(chess::PieceType::king)))
    result.pieces.push_back(
        {position.piece_on(s), s,
         result.total - value(network.weights, position, all & ~chess::bit(s), bucket)});
  return result;
}

}  // namespace rookery::eval::nnue
