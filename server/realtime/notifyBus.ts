/** Broadcasts between nodes over PostgreSQL LISTEN/NOTIFY on a dedicated connection that reconnects automatically. */
import { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';

interface NotifyBus {
  /** Opens the line; resolves when it hears. */
  start(): Promise<void>;
  /** Tells every node, this one too; false when the line is down. */
  tell(channel: string, payload: string): boolean;
  /** Takes an advisory lock that lives as long as the line; false while another node has it. */
  lead(lock: number): Promise<boolean>;
  close(): Promise<void>;
}

interface NotifyHandlers {
  hear(channel: string, payload: string): void;
  /** The line was down and is back: whatever was told meanwhile was missed. */
  missed(): void;
  failed(error: Error): void;
}

const retryMs = { first: 100, most: 2_000 };
const heartbeatMs = 10_000;
/** A peer that is gone never says goodbye: it is waited for this long. */
const goodbyeMs = 1_000;

/** A line to `databaseUrl` that hears these channels. */
export function createNotifyBus(databaseUrl: string, channels: readonly string[], ears: NotifyHandlers): NotifyBus {
  let client: pg.Client | null = null;
  let socket: Socket | null = null;
  let retry: NodeJS.Timeout | null = null;
  let heartbeat: NodeJS.Timeout | null = null;
  let wait = retryMs.first;
  let closed = false;
  /** One question at a time: a client of pg takes no second one meanwhile. */
  let asked: Promise<unknown> = Promise.resolve();
  const ask = <T extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<pg.QueryResult<T> | undefined> => {
    const answer = asked.then(() => client?.query<T>(text, values));
    asked = answer.catch(() => {});
    return answer;
  };

  const open = async () => {
    const wire = new Socket();
    const fresh = new pg.Client({
      connectionString: databaseUrl,
      keepAlive: true,
      stream: () => wire,
      application_name: 'keyline realtime',
      connectionTimeoutMillis: 5_000,
      query_timeout: 5_000,
    });
    let down = false;
    const fall = (error: Error) => {
      if (down) return;
      down = true;
      if (client === fresh) client = null;
      fresh.end().catch(() => {});
      wire.destroy();
      if (!closed) {
        ears.failed(error);
        retry = setTimeout(reopen, wait);
        wait = Math.min(wait * 2, retryMs.most);
      }
    };
    fresh.on('error', fall);
    fresh.on('end', () => fall(new Error('The line to the database ended')));
    fresh.on('notification', ({ channel, payload }) => ears.hear(channel, payload ?? ''));
    try {
      await fresh.connect();
      for (const channel of channels) await fresh.query(`listen ${pg.escapeIdentifier(channel)}`);
    } catch (error) {
      fall(error instanceof Error ? error : new Error(String(error)));
      throw error;
    }
    client = fresh;
    socket = wire;
    wait = retryMs.first;
  };
  const reopen = () => {
    if (closed) return;
    open().then(ears.missed, () => {});
  };

  return {
    async start() {
      heartbeat = setInterval(() => void ask('select 1').catch((error: Error) => client?.emit('error', error)), heartbeatMs);
      heartbeat.unref();
      await open();
    },
    tell(channel, payload) {
      if (!client) return false;
      ask('select pg_notify($1, $2)', [channel, payload]).catch(() => {});
      return true;
    },
    async lead(lock) {
      const answer = await ask<{ led: boolean }>(
        `select case when exists (select from pg_locks where locktype = 'advisory' and pid = pg_backend_pid() and objid = $1::int and granted) then true else pg_try_advisory_lock($1::int) end as led`,
        [lock],
      );
      return answer?.rows[0]?.led ?? false;
    },
    async close() {
      closed = true;
      if (retry) clearTimeout(retry);
      if (heartbeat) clearInterval(heartbeat);
      await Promise.race([client?.end().catch(() => {}), pause(goodbyeMs, undefined, { ref: false })]);
      socket?.destroy();
      client = null;
    },
  };
}
