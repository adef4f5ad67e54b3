#include "eval/nnue/network.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "base/atomic_file.h"
#include "base/hash.h"
#include "base/read_file.h"

// nets/default as bytes, from the generated network.S.
extern "C" const std::byte rookery_network_begin[];
extern "C" const std::byte rookery_network_end[];

namespace rookery::eval::nnue {

namespace {

constexpr char kMagic[8] = {'R', 'O', 'O', 'K', 'N', 'N', 'U', 'E'};
constexpr std::uint32_t kVersion = 1;

/// All numbers little-endian.
struct Header {
  char magic[8];
  std::uint32_t version;
  std::uint32_t king_buckets, hidden, output_buckets, qa, qb;
  std::uint32_t record_size;  ///< bytes of text after the weights
  std::uint32_t reserved;
  std::uint64_t hash;
};
static_assert(sizeof(Header) == 48);

constexpr std::size_t kWeightsSize =
    sizeof(Weights::feature_weights) + sizeof(Weights::feature_bias) +
    sizeof(Weights::output_weights) + sizeof(Weights::output_bias) + sizeof(Weights::scale);

Header header_for(std::size_t record_size) {
  Header h{};
  std::memcpy(h.magic, kMagic, sizeof kMagic);
  h.version = kVersion;
  h.king_buckets = kKingBuckets;
  h.hidden = kHidden;
  h.output_buckets = kOutputBuckets;
  h.qa = kQA;
  h.qb = kQB;
  h.record_size = static_cast<std::uint32_t>(record_size);
  return h;
}

std::uint64_t hash_file(std::span<const std::byte> file) {
  const std::size_t hash_at = offsetof(Header, hash);
  const std::uint64_t head = hash_bytes(file.first(hash_at));
  return hash_bytes(file.subspan(sizeof(Header)), head);
}

/// Visits the parts of the weights in file order.
template <class W, class F>
void each_part(W& w, F visit) {
  visit(w.feature_weights);
  visit(w.feature_bias);
  visit(w.output_weights);
  visit(w.output_bias);
  visit(w.scale);
}

template <std::size_t n>
bool within(const std::int16_t (&values)[n], int limit) {
  for (int v : values)
    if (v < -limit || v > limit) return false;
  return true;
}

/// Weights beyond these limits would overflow 16 bits in the evaluation.
bool weights_in_range(const Weights& w) {
  bool ok = within(w.feature_bias, kMaxFeatureBias) && w.scale > 0 && w.scale <= 10000;
  for (const auto& row : w.feature_weights) ok = ok && within(row, kMaxFeatureWeight);
  for (const auto& bucket : w.output_weights)
    for (const auto& row : bucket) ok = ok && within(row, kMaxOutputWeight);
  return ok;
}

}  // namespace

std::string Network::name() const { return fmt::format("{:016x}", hash); }

std::vector<std::byte> serialize(const Weights& weights, std::string_view record) {
  std::vector<std::byte> file(sizeof(Header) + kWeightsSize + record.size());
  Header header = header_for(record.size());
  std::memcpy(file.data(), &header, sizeof header);
  std::byte* at = file.data() + sizeof header;
  each_part(weights, [&](const auto& part) {
    std::memcpy(at, &part, sizeof part);
    at += sizeof part;
  });
  std::memcpy(at, record.data(), record.size());
  header.hash = hash_file(file);
  std::memcpy(file.data(), &header, sizeof header);
  return file;
}

Result<NetworkPtr, Error> parse_network(std::span<const std::byte> bytes) {
  const auto fail = [](std::string why) { return Unexpected{Error{std::move(why)}}; };
  Header header;
  if (bytes.size() < sizeof header) return fail("too short for a network file");
  std::memcpy(&header, bytes.data(), sizeof header);
  if (std::memcmp(header.magic, kMagic, sizeof kMagic) != 0) return fail("not a network file");
  if (header.version != kVersion)
    return fail(fmt::format("network file version {}, expected {}", header.version, kVersion));
  const Header expected = header_for(header.record_size);
  const auto shape = [](const Header& h) {
    return fmt::format("768x{}->{}x2->1x{} (QA {}, QB {})", h.king_buckets, h.hidden,
                       h.output_buckets, h.qa, h.qb);
  };
  if (shape(header) != shape(expected))
    return fail(fmt::format("network of shape {}, expected {}", shape(header), shape(expected)));
  const std::size_t size = sizeof header + kWeightsSize + header.record_size;
  if (bytes.size() != size)
    return fail(fmt::format("network file of {} bytes, expected {}", bytes.size(), size));
  if (header.hash != hash_file(bytes)) return fail("network file is damaged: its hash is wrong");

  auto network = std::make_shared<Network>();
  const std::byte* at = bytes.data() + sizeof header;
  each_part(network->weights, [&](auto& part) {
    std::memcpy(&part, at, sizeof part);
    at += sizeof part;
  });
  if (!weights_in_range(network->weights)) return fail("network weights out of range");
  network->record.assign(reinterpret_cast<const char*>(at), header.record_size);
  network->hash = header.hash;
  return NetworkPtr(std::move(network));
}

Result<NetworkPtr, Error> load_network(const std::string& path) {
  const auto text = read_file(path, FileKind::network);
  if (!text) return Unexpected{text.error()};
  auto network = parse_network(std::as_bytes(std::span(*text)));
  if (!network) return Unexpected{Error{path + ": " + network.error().message}};
  return network;
}

Result<Ok, Error> save_network(const std::string& path, const Weights& weights,
                               std::string_view record) {
  const std::vector<std::byte> file = serialize(weights, record);
  return write_file(path, {reinterpret_cast<const char*>(file.data()), file.size()});
}

const NetworkPtr& default_network() {
  static const NetworkPtr network = [] {
    const std::span file(rookery_network_begin, rookery_network_end);
    if (file.empty()) return NetworkPtr();
    auto parsed = parse_network(file);
    if (!parsed) throw FatalError{"built-in network: " + parsed.error().message};
    return *parsed;
  }();
  return network;
}

}  // namespace rookery::eval::nnue
