/** A TCP proxy that breaks lines on purpose: it stands before the database, the carrier or the sockets, and does to bytes what bad networks do. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, Socket } from 'node:net';

/**
 * Faults of a connection. `way` is the direction the fault looks at: requests to the peer behind the proxy (`asked`), or its replies (`answers`).
 * - `cut`: both ends are closed in good order once `after` more bytes have passed that way, or before the word `before` would, once `since` has.
 * - `reset`: the same, but both ends see a reset.
 * - `stall`: nothing passes any more; written bytes wait and go on when the line is mended.
 * - `halfOpen`: both ends stay open, and what passes that way (both without `way`) vanishes; the line is dead also after mending.
 * - `forgotten`: existing lines are half open; new ones are whole.
 * - `slow`: so many bytes a second, each way.
 * - `refuse`: new connections are refused, and existing lines are reset.
 */
export type Fault =
  | { readonly kind: 'cut' | 'reset'; readonly way: 'asked' | 'answers'; readonly after: number }
  | { readonly kind: 'cut' | 'reset'; readonly way: 'asked' | 'answers'; readonly since: string; readonly before: string }
  | { readonly kind: 'stall' | 'forgotten' }
  | { readonly kind: 'halfOpen'; readonly way?: 'asked' | 'answers' }
  | { readonly kind: 'slow'; readonly bytesPerSecond: number }
  | { readonly kind: 'refuse' };

export interface FaultProxy {
  readonly port: number;
  /** Lines that stand now. */
  readonly lines: number;
  /** Breaks the lines that stand and those that come, until it is mended. */
  break(fault: Fault): Promise<void>;
  /** Lines that come are whole again; those that a fault has spoiled stay spoiled. */
  mend(): Promise<void>;
  /** An address with the proxy in place of its host and port. */
  through(address: string): string;
  close(): Promise<void>;
}

/** Interval at which a slow connection passes bytes on, in milliseconds. */
const sliceMs = 20;

class Line {
  readonly #near: Socket;
  readonly #far: Socket;
  #fault: Fault | null = null;
  #left = 0;
  #isDead = false;
  #hasSpoken = false;
  #isArmed = false;
  readonly #waiting = { asked: [] as Buffer[], answers: [] as Buffer[] };
  #drip: NodeJS.Timeout | null = null;

  constructor(near: Socket, far: Socket) {
    this.#near = near;
    this.#far = far;
    for (const [from, way] of [[near, 'asked'] as const, [far, 'answers'] as const]) {
      from.setNoDelay(true);
      from.on('error', () => {});
      from.on('data', (bytes: Buffer) => this.#pass(way, bytes));
      from.on('end', () => this.#ended(way));
      from.on('close', () => this.#closed(way));
    }
  }

  get isOpen(): boolean {
    return !this.#near.destroyed;
  }

  set(fault: Fault | null): void {
    const before = this.#fault;
    this.#fault = fault;
    this.#isArmed = false;
    if (before?.kind === 'halfOpen' || fault?.kind === 'forgotten') this.#die();
    if (this.#drip) clearInterval(this.#drip);
    this.#drip = null;
    if (fault?.kind === 'refuse') this.end('reset');
    if (fault !== null && 'after' in fault) this.#left = fault.after;
    if (fault !== null && 'after' in fault && fault.after === 0 && this.#hasSpoken) this.end(fault.kind);
    if (fault?.kind === 'slow') this.#drip = setInterval(() => this.#trickle(Math.max(1, (fault.bytesPerSecond * sliceMs) / 1_000)), sliceMs);
    if (fault === null) this.#flush();
  }

  /** Nobody behind the proxy waits for it any longer; who stands before it is told nothing. */
  #die(): void {
    this.#isDead = true;
    this.#far.destroy();
  }

  end(how: 'cut' | 'reset'): void {
    if (this.#drip) clearInterval(this.#drip);
    for (const socket of [this.#near, this.#far]) {
      if (how === 'reset') socket.resetAndDestroy();
      else socket.destroySoon();
    }
  }

  #to(way: 'asked' | 'answers'): Socket {
    return way === 'asked' ? this.#far : this.#near;
  }

  #pass(way: 'asked' | 'answers', bytes: Buffer): void {
    this.#hasSpoken = true;
    const fault = this.#fault;
    if (this.#isDead) return;
    if (fault?.kind === 'halfOpen' && (fault.way === undefined || fault.way === way)) return;
    if (fault?.kind === 'stall' || fault?.kind === 'slow') return void this.#waiting[way].push(bytes);
    if (fault !== null && 'before' in fault && fault.way === way && this.#comesTo(bytes, fault)) return void this.end(fault.kind);
    if (fault !== null && 'after' in fault && fault.way === way) {
      const through = bytes.subarray(0, this.#left);
      this.#left -= through.length;
      if (through.length > 0) this.#to(way).write(through);
      if (this.#left <= 0) this.end(fault.kind);
      return;
    }
    this.#to(way).write(bytes);
  }

  #comesTo(bytes: Buffer, { since, before }: { readonly since: string; readonly before: string }): boolean {
    const from = this.#isArmed ? 0 : bytes.indexOf(since);
    this.#isArmed ||= from >= 0;
    return this.#isArmed && bytes.includes(before, from);
  }

  #trickle(most: number): void {
    for (const way of ['asked', 'answers'] as const) {
      const bytes = Buffer.concat(this.#waiting[way].splice(0));
      if (bytes.length === 0) continue;
      this.#to(way).write(bytes.subarray(0, most));
      if (bytes.length > most) this.#waiting[way].push(bytes.subarray(most));
    }
  }

  #flush(): void {
    if (this.#isDead) return;
    for (const way of ['asked', 'answers'] as const) for (const bytes of this.#waiting[way].splice(0)) this.#to(way).write(bytes);
  }

  #isSilent(): boolean {
    return this.#isDead || this.#fault?.kind === 'halfOpen' || this.#fault?.kind === 'stall';
  }

  #ended(way: 'asked' | 'answers'): void {
    if (!this.#isSilent()) this.#to(way).end();
  }

  /** A peer that goes away is not told to the other one while the line is silent; that is what makes it half open. */
  #closed(way: 'asked' | 'answers'): void {
    if (!this.#isSilent() && !this.#to(way).destroyed) this.#to(way).destroySoon();
  }

  destroy(): void {
    if (this.#drip) clearInterval(this.#drip);
    this.#near.destroy();
    this.#far.destroy();
  }
}

/** Stands before a peer on the loopback; whole until it is told otherwise. */
export async function startFaultProxy(target: { readonly port: number; readonly host?: string }, ownPort = 0): Promise<FaultProxy> {
  const lines = new Set<Line>();
  let fault: Fault | null = null;
  const server = createServer({ allowHalfOpen: true }, (near) => {
    // A line that comes while all is swallowed reaches nobody.
    const isNowhere = fault?.kind === 'halfOpen' && fault.way === undefined;
    const far = isNowhere ? new Socket() : connect({ port: target.port, host: target.host ?? '127.0.0.1', allowHalfOpen: true });
    const line = new Line(near, far);
    if (fault?.kind !== 'forgotten') line.set(fault);
    lines.add(line);
    near.once('close', () => {
      if (far.destroyed) lines.delete(line);
    });
    far.once('close', () => {
      if (near.destroyed) lines.delete(line);
    });
  });
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  };
  const port = await listen(ownPort);
  const shut = async () => {
    if (!server.listening) return;
    const shutting = once(server, 'close');
    server.close();
    for (const line of lines) line.destroy();
    lines.clear();
    await shutting;
  };
  return {
    port,
    get lines() {
      return [...lines].filter((line) => line.isOpen).length;
    },
    async break(next) {
      fault = next;
      for (const line of lines) line.set(next);
      if (next.kind === 'refuse') await shut();
      else if (!server.listening) await listen(port);
    },
    async mend() {
      fault = null;
      for (const line of lines) line.set(null);
      if (!server.listening) await listen(port);
    },
    through(address) {
      const url = new URL(address);
      url.hostname = '127.0.0.1';
      url.port = String(port);
      return url.href.replace(/\/$/, address.endsWith('/') ? '/' : '');
    },
    async close() {
      await shut();
      for (const line of lines) line.destroy();
    },
  };
}
