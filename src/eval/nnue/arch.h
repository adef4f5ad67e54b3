// The shape of the network, declared once for inference, files and trainer.
//
// (768 x king buckets -> kHidden) x 2 perspectives -> 1, chosen from kOutputBuckets by the number
// of pieces. Each side sees the board from its own end, mirrored so that its king stands on files
// a-d. The hidden layer is SCReLU: clamp(x, 0, 1) squared.
#pragma once

#include <cstdint>

#include "chess/bitboard.h"
#include "chess/piece.h"
#include "chess/square.h"

namespace rookery::eval::nnue {

#if defined(ROOKERY_HIDDEN)  // an experiment: cmake -DROOKERY_HIDDEN=512, without a built-in
                             // network
inline constexpr int kHidden = ROOKERY_HIDDEN;
#else
inline constexpr int kHidden = 256;
#endif
inline constexpr int kKingBuckets = 1;
inline constexpr int kOutputBuckets = 8;
inline constexpr int kInputs = 768 * kKingBuckets;

/// Quantisation: 1.0 is kQA in the hidden layer and kQB in the output weights.
inline constexpr int kQA = 255;
inline constexpr int kQB = 64;
/// Trained weights are kept within this, so that a clamped activation times an output weight fits
/// 16 bits and 32 features and a bias cannot overflow an accumulator.
inline constexpr float kWeightLimit = 1.98f;
inline constexpr int kMaxOutputWeight = 127;
inline constexpr int kMaxFeatureWeight = 505;
inline constexpr int kMaxFeatureBias = 16000;
static_assert(kQA * kMaxOutputWeight <= INT16_MAX);
static_assert(32 * kMaxFeatureWeight + kMaxFeatureBias <= INT16_MAX);
static_assert(kHidden % 64 == 0 && kHidden <= 1024);

/// How a perspective looks at the board: the bits to flip in a square's index, and its king bucket.
struct Orientation {
  std::uint8_t flip = 0;
  std::uint8_t bucket = 0;
  friend constexpr bool operator==(Orientation, Orientation) = default;
  /// 0..2 * kKingBuckets - 1 for one perspective.
  constexpr int index() const { return bucket * 2 + (flip & 1); }
};

constexpr int king_bucket(chess::Square /*relative, on files a-d*/) {
  static_assert(kKingBuckets == 1);
  return 0;
}

constexpr Orientation orientation(chess::Color perspective, chess::Square own_king) {
  const int mirror = index(file_of(own_king)) >= 4 ? 7 : 0;
  const int flip = index(perspective) * 56 ^ mirror;
  return {static_cast<std::uint8_t>(flip),
          static_cast<std::uint8_t>(king_bucket(chess::square_at(index(own_king) ^ flip)))};
}

/// The input that is 1 when `piece` stands on `square`, as `perspective` sees it.
constexpr int feature(chess::Color perspective, Orientation o, chess::Piece piece,
                      chess::Square square) {
  const int side = color_of(piece) == perspective ? 0 : 384;
  return o.bucket * 768 + side + index(type_of(piece)) * 64 + (index(square) ^ o.flip);
}

constexpr int output_bucket(int pieces) { return (pieces - 2) * kOutputBuckets / 31; }

}  // namespace rookery::eval::nnue
