// One thread's tree search as a class: what a node remembers, and the table of steps that decide
// it. Included only by search.cpp.

/// Root; on the principal variation (open window); elsewhere (null window).
enum class NodeType { root, pv, non_pv };

/// What a node remembers while its children are searched, but for its line.
struct FrameState {
  Move current;   ///< the move being searched; null for a null move
  Move excluded;  ///< left out while the hash move is tested for singularity
  Move killers[2];
  ContinuationTable* continuation = nullptr;    ///< of `current`
  CorrectionScore (*correction)[64] = nullptr;  ///< of `current`
  Value static_eval = kNone;
  int cutoffs = 0;            ///< beta cut-offs at this ply since the grandparent was entered
  int double_extensions = 0;  ///< on the way from the root
  int reversible = 0;         ///< plies back to the last irreversible or null move
  bool in_check = false;
  bool tt_pv = false;
  int pv_length = 0;
  int move_number = 0;          ///< of `current` in the order of the node; 0 = not in its loop
  QuietScore* quiet = nullptr;  ///< butterfly history of `current`, if it is quiet
};

struct Frame : FrameState {
  Move pv[kMaxPly + 1];
};

/// Moves tried at a node, for the history updates.
using TriedMoves = FixedVector<Move, 64>;

/// Facts about the node that several steps look at.
struct NodeFacts {
  int depth;  ///< plies left; less once there is a reason to care less
  int ply;
  bool pv;
  bool cut_node;   ///< expected to fail high
  Move hash_move;  ///< legal, or null
  bool improving = false;
  bool opponent_worsening = false;
  Value raw_eval = kNone;  ///< the evaluator's word; not asked for in check
  Value eval = kNone;      ///< corrected by what was learned, and sharpened by the hash table
};

/// Facts about one of its moves that several steps look at.
struct MoveFacts {
  Move move;
  int number;  ///< in the order of the node, from 1
  bool gives_check;
  std::optional<int> history = {};  ///< of a quiet move, once somebody has asked

  int quiet_history(const Position& position, const MoveContext& context) {
    if (!history) history = context.quiet_score(position, move);
    return *history;
  }
};

template <class Evaluator, class Tracer>
class SearchWorker final : public Worker {
 public:
  SearchWorker(SharedSearch& shared, int id) : Worker(shared, id), tracer_(shared.trace) {
    positions_.resize(kMaxPly + 4, Position::initial());
    frames_ = std::vector<Frame>(kMaxPly + 4 + kFrameMargin);
  }

  void prepare_root() override {
    positions_[0] = shared_.root;
    keys_ = shared_.past_keys;
    root_key_index_ = keys_.size();
    keys_.resize(root_key_index_ + kMaxPly + 4);
    keys_[root_key_index_] = shared_.root.key();
    // The lines stay: they are long, unused beyond their length, and a search may be short.
    for (FrameState& f : frames_) f = {};
    for (int i = -kFrameMargin; i < kMaxPly + 4; ++i) {
      frame(i).continuation = &no_continuation_;
      frame(i).correction = no_correction_;
    }
    frame(0).reversible =
        std::min<int>(shared_.root.halfmove_clock(), static_cast<int>(root_key_index_));
    evaluator_.reset(shared_.root);
  }

  void begin_iteration() override { tracer_.begin_iteration(root_depth_); }
  Value search_root(Value alpha, Value beta, int depth) override {
    return search<NodeType::root>(alpha, beta, depth, 0, false);
  }

 private:
  static constexpr int kFrameMargin = 7;

  // search.cpp, steps/quiescence.inl.h
  template <NodeType type>
  Value search(Value alpha, Value beta, int depth, int ply, bool cut_node);
  template <NodeType type>
  Value quiescence(Value alpha, Value beta, int ply);

  // steps/draws.inl.h
  bool is_draw(int ply) const;
  Value draw_value() const { return static_cast<int>(nodes() & 2) - 1; }

  // steps/tablebase.inl.h
  Value tablebase(const NodeFacts& node, Value alpha, Value beta, Value& floor, Value& ceiling);

  // steps/evaluation.inl.h
  Value raw_evaluation(const TtEntry& tt, int ply);
  Value correction(int ply) const;
  Value corrected(Value raw, int ply) const;
  void learn_correction(const NodeFacts& node, Value best);
  bool is_improving(int ply) const;
  bool is_opponent_worsening(int ply) const;

  // steps/node_pruning.inl.h
  Value razoring(const NodeFacts& node, Value alpha);
  Value reverse_futility(const NodeFacts& node, Value beta) const;
  Value null_move(const NodeFacts& node, Value beta);
  Value probcut(const NodeFacts& node, const TtEntry& tt, const MoveContext& context, Value beta);

  // steps/move_pruning.inl.h
  Skip judge_move(const NodeFacts& node, MoveFacts& candidate, const MoveContext& context,
                  Value alpha) const;

  // steps/extension.inl.h
  struct Extension {
    int plies = 0;
    Value cut = kNone;  ///< multi-cut: return this at once
  };
  Extension extend(const NodeFacts& node, const TtEntry& tt, Value beta);

  // steps/reduction.inl.h
  int reduction(const NodeFacts& node, MoveFacts& candidate, const MoveContext& context) const;

  // steps/history_update.inl.h
  MoveContext make_context(int ply, bool main_search);
  void reward(const NodeFacts& node, const MoveContext& context, Move best,
              const TriedMoves& quiets, const TriedMoves& captures);
  void update_continuations(int ply, Piece piece, Square to, int bonus);
  void reward_previous(const NodeFacts& node, const MoveContext& context, Value best);
  void learn_from_evaluation(int ply);

  // steps/moving.inl.h
  void make_move(Move move, int ply);
  void make_null_move(int ply);
  void undo() { evaluator_.undo(); }
  void update_pv(Move move, int ply);
  TtEntry look_up(int ply);
  void store(int ply, Move move, Value value, Value raw_eval, int depth, TtBound bound, bool pv);
  bool is_searched_at_root(Move move) const;
  void record_root_move(const MoveFacts& candidate, Value value, Value alpha, Value beta,
                        std::uint64_t nodes_spent);

  Frame& frame(int ply) { return frames_[static_cast<std::size_t>(ply + kFrameMargin)]; }
  const Frame& frame(int ply) const {
    return frames_[static_cast<std::size_t>(ply + kFrameMargin)];
  }
  const Position& position(int ply) const { return positions_[static_cast<std::size_t>(ply)]; }
  const Key* key_at(int ply) const {
    return &keys_[root_key_index_ + static_cast<std::size_t>(ply)];
  }

  [[no_unique_address]] Tracer tracer_;
  std::vector<Position> positions_;
  std::vector<Frame> frames_;
  std::vector<Key> keys_;
  std::size_t root_key_index_ = 0;
  Evaluator evaluator_{shared_.network};
  ContinuationTable no_continuation_;
  CorrectionScore no_correction_[12][64];
};
