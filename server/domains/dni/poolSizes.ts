/** Arithmetic of pool sizes. Pure. */

/** Time for which a session needs a number, in seconds of any one clock. One that is not counted only holds its number. */
export interface Demand {
  readonly from: number;
  readonly until: number;
  readonly isCounted: boolean;
}

/** Sessions that began in an hour, and the numbers they would have in use at a time, on average. */
export interface HourLoad {
  readonly sessions: number;
  readonly inUse: number;
}

/** Share of arrivals that find all of `numbers` in use, by Erlang B: `inUse` is the load, the numbers in use at a time if there were any number of them. */
export function computeErlangB(numbers: number, inUse: number): number {
  let blocked = 1;
  for (let count = 1; count <= numbers; count += 1) blocked = (inUse * blocked) / (count + inUse * blocked);
  return blocked;
}

/** Share of sessions over several hours that find no number free. Each hour has a load of its own: an average over day and night would promise too much. */
export function computeShareWithout(numbers: number, hours: readonly HourLoad[]): number {
  const sessions = hours.reduce((sum, hour) => sum + hour.sessions, 0);
  return sessions === 0 ? 0 : hours.reduce((sum, hour) => sum + hour.sessions * computeErlangB(numbers, hour.inUse), 0) / sessions;
}

/** The fewest numbers with which at most this share of sessions finds none; null where more than `most` would be needed. */
export function findSize(hours: readonly HourLoad[], share: number, most: number): number | null {
  for (let numbers = 1; numbers <= most; numbers += 1) if (computeShareWithout(numbers, hours) <= share) return numbers;
  return null;
}

/** Sessions that find no number free. `demands` in the order in which they began. */
export function replay(demands: readonly Demand[], numbers: number): number {
  let held: number[] = [];
  let without = 0;
  for (const { from, until, isCounted } of demands) {
    held = held.filter((end) => end >= from);
    if (held.length < numbers) held.push(until);
    else if (isCounted) without += 1;
  }
  return without;
}
