/** The same numbers for the same seed (mulberry32): 0 up to `faces`, without it. */
export function dice(from: number): (faces: number) => number {
  let state = from;
  return (faces) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * faces);
  };
}
