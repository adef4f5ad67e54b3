// The signs of PGN ($1 … $6) that the page offers.
export const kSigns: Record<number, string> = { 1: '!', 2: '?', 3: '!!', 4: '??', 5: '!?', 6: '?!' }
