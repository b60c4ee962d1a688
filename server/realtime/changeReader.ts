/**
 * Reads from `changes` for the companies with subscribers on this node, and publishes what it reads. An announcement says only that there is
 * something to read; one that is lost, with the process that was about to make it, is found within a second by a look at the companies' cursors.
 */
import { sql } from 'kysely';
import * as z from 'zod/mini';
import { Change } from '#contract/core/realtime.ts';
import { currentTransaction, type Tenancy } from '../db/tenancy.ts';

interface ChangeReaderOptions {
  readonly tenancy: Tenancy;
  /** Checks whether a company has subscribers on this node. */
  hasSubscribers(companyId: number): boolean;
  /** The companies with subscribers on this node. */
  listSubscribed(): Promise<readonly number[]>;
  /** Publishes to the subscribers, in the order of positions. */
  publish(companyId: number, changes: readonly Change[]): void;
  failed(error: unknown): void;
}

interface ChangeReader {
  /** Takes over an announcement. */
  hear(payload: string): void;
  /** Forgets which positions are known: announcements were missed, and all subscribers come back. */
  forget(): void;
  start(): void;
  close(): Promise<void>;
}

/** Milliseconds between two looks at the cursors. */
const checkEveryMs = 1_000;
/** Changes of a company that are read at once. */
const mostRead = 500;
/** Milliseconds that changes are held back at most after others were published. */
const longestRest = 50;

const Announcement = z.array(z.tuple([z.number(), z.number(), z.number()]));
type Step = Readonly<Pick<Change, 'companyId' | 'seq'>>;

/** Makes the reader of one node. */
export function createChangeReader({ tenancy, hasSubscribers, listSubscribed, publish, failed }: ChangeReaderOptions): ChangeReader {
  /** The position up to which each company's changes were published, or announced while it had no subscribers. */
  let known = new Map<number, number>();
  /** The newest position of each company with something to read. */
  let wanted = new Map<number, number>();
  let restsUntil = 0;
  let isScheduled = false;
  let isFailing = false;
  let checks: NodeJS.Timeout | null = null;
  let reading: Promise<void> | null = null;
  let closed = false;
  /** Says once of an outage that nothing could be read; the next check tries again. */
  const attempt = async (work: () => Promise<void>) => {
    try {
      await work();
      isFailing = false;
    } catch (error) {
      if (!isFailing && !closed) failed(error);
      isFailing = true;
    }
  };

  /** After publishing to a thousand sockets the process rests as long as that took: however much happens, it takes no more than half of the time. */
  const schedule = () => {
    if (isScheduled || reading !== null || wanted.size === 0 || closed) return;
    isScheduled = true;
    const rest = restsUntil - performance.now();
    // Announcements of the same moment are read together.
    if (rest < 1) setImmediate(run);
    else setTimeout(run, rest);
  };
  const run = () => {
    isScheduled = false;
    if (closed) return;
    reading = attempt(readOnce).finally(() => {
      reading = null;
      schedule();
    });
  };
  const readOnce = async () => {
    const [asked, positions] = [wanted, known];
    wanted = new Map();
    const steps = [...asked].flatMap(([companyId, last]): Step[] => {
      const seq = positions.get(companyId) ?? last;
      return seq < last ? [{ companyId, seq }] : [];
    });
    if (steps.length === 0) return;
    const changes = Map.groupBy(await readAfter(tenancy, steps), (change) => change.companyId);
    // Forgotten meanwhile: everybody comes back and catches up.
    if (positions !== known) return;
    const startedAt = performance.now();
    for (const { companyId } of steps) {
      const last = asked.get(companyId) ?? 0;
      // Of pruned changes only their position is known.
      const read = changes.get(companyId) ?? [{ companyId, seq: last, kind: 'changes-waiting' }];
      publish(companyId, read);
      const reached = read.at(-1)?.seq ?? last;
      positions.set(companyId, reached);
      if (reached < last) want(companyId, last);
    }
    const endedAt = performance.now();
    restsUntil = endedAt + Math.min(longestRest, endedAt - startedAt);
  };
  const want = (companyId: number, last: number) => wanted.set(companyId, Math.max(last, wanted.get(companyId) ?? 0));
  const check = async () => {
    const positions = known;
    const companyIds = await listSubscribed();
    for (const { companyId, seq } of companyIds.length === 0 ? [] : await readCursors(tenancy, companyIds)) {
      if (positions !== known) return;
      const position = positions.get(companyId);
      if (position === undefined) {
        // Changes committed since the first subscriber joined, and not announced, are theirs to fetch.
        positions.set(companyId, seq);
        publish(companyId, [{ companyId, seq, kind: 'changes-waiting' }]);
      } else if (position < seq) want(companyId, seq);
    }
    schedule();
  };

  return {
    hear(payload) {
      for (const [companyId, before, last] of Announcement.safeParse(JSON.parse(payload)).data ?? []) {
        const position = known.get(companyId);
        if (!hasSubscribers(companyId)) known.set(companyId, Math.max(last, position ?? 0));
        else {
          if (position === undefined) known.set(companyId, before);
          if (last > (position ?? before)) want(companyId, last);
        }
      }
      schedule();
    },
    forget() {
      known = new Map();
      wanted = new Map();
    },
    start() {
      let isChecking = false;
      checks = setInterval(async () => {
        if (isChecking) return;
        isChecking = true;
        await attempt(check);
        isChecking = false;
      }, checkEveryMs);
      checks.unref();
    },
    async close() {
      closed = true;
      if (checks !== null) clearInterval(checks);
      await reading;
    },
  };
}

/** Changes of several companies after a position of each, in the order of positions. */
async function readAfter(tenancy: Tenancy, steps: readonly Step[]): Promise<Change[]> {
  const companyIds = steps.map(({ companyId }) => companyId);
  const { rows } = await tenancy.companyReading(companyIds, null, () =>
    sql<{ change: unknown }>`
      select c.change
      from unnest(${companyIds}::bigint[], ${steps.map(({ seq }) => seq)}::bigint[]) as step (company_id, seq)
      cross join lateral (
        select seq, change from changes where changes.company_id = step.company_id and changes.seq > step.seq order by changes.seq limit ${mostRead}
      ) c
      order by step.company_id, c.seq`.execute(currentTransaction()),
  );
  return z.array(Change).parse(rows.map(({ change }) => change));
}

/** The positions of companies now. */
function readCursors(tenancy: Tenancy, companyIds: readonly number[]): Promise<Step[]> {
  return tenancy.companyReading(companyIds, null, () =>
    currentTransaction().selectFrom('company_cursors').select(['company_id as companyId', 'seq']).where('company_id', 'in', companyIds).execute(),
  );
}
