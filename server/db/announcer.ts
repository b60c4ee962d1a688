/** Tells every node which companies moved on, after the commits that moved them: no commit waits for it, and of many at once one notification is made. */
import type pg from 'pg';
import { failpoint } from '../jobs/failpoints.ts';

/** The channel on which every node hears which companies moved on; what changed stands in `changes`. */
export const changesChannel = 'keyline_changes';

/** A company and the positions of a commit's changes: after `before`, up to `last`. */
export type Move = readonly [companyId: number, before: number, last: number];

/** Takes over what a commit moved. Never throws and never waits: a lost announcement is found by the check that every node makes (`changeReader.ts`). */
export type Announce = (moves: readonly Move[]) => void;

/** Milliseconds between two notifications of one process. */
const announceEveryMs = 10;
/** A notification carries at most 8,000 bytes. */
const movesPerNotification = 100;

/** Makes the announcer of the process that writes through `pool`. */
export function createAnnouncer(pool: pg.Pool): Announce {
  let waiting = new Map<number, Move>();
  let nextAt = 0;
  const announce = () => {
    const moves = [...waiting.values()];
    waiting = new Map();
    nextAt = performance.now() + announceEveryMs;
    failpoint('changes: before they are announced');
    for (let at = 0; at < moves.length; at += movesPerNotification) {
      const payload = JSON.stringify(moves.slice(at, at + movesPerNotification));
      pool.query('select pg_notify($1, $2)', [changesChannel, payload]).catch(() => undefined);
    }
  };
  return (moves) => {
    const isFirst = waiting.size === 0;
    for (const [companyId, before, last] of moves) {
      const [, earliest = before, latest = last] = waiting.get(companyId) ?? [];
      waiting.set(companyId, [companyId, Math.min(before, earliest), Math.max(last, latest)]);
    }
    if (!isFirst || waiting.size === 0) return;
    const rest = nextAt - performance.now();
    // Commits of the same moment travel together.
    if (rest < 1) setImmediate(announce);
    else setTimeout(announce, rest);
  };
}
