/** A name server by UDP: answers with the records that were put in by the control page, and plays silence, SERVFAIL and names that don't exist. */
import { createSocket, type Socket } from 'node:dgram';
import type { AddressInfo } from 'node:net';
import { type Answer, decode, encode, type Packet, type Question } from 'dns-packet';
import * as z from 'zod/mini';

const Name = z.string().check(z.toLowerCase(), z.regex(/^[a-z0-9_-]+(\.[a-z0-9_-]+)+$/, 'A name such as app.example.com'));
/** A record, or a fault in place of one: `servfail` answers so, `silent` not at all. */
export const DnsRecord = z.object({
  name: Name,
  type: z.enum(['TXT', 'CNAME', 'A', 'AAAA', 'MX']),
  values: z.array(z.string().check(z.minLength(1), z.maxLength(500))).check(z.maxLength(10)),
  fault: z.optional(z.enum(['servfail', 'silent'])),
});
export type DnsRecord = z.output<typeof DnsRecord>;

export interface NameServer {
  /** Its address, as `address:port`. */
  readonly address: string;
  /** Puts a record in place of the one of its name and type; without values it is gone. */
  put(record: DnsRecord): void;
  list(): readonly DnsRecord[];
  close(): Promise<void>;
}

/** Flag bits of an authoritative answer, and the codes of failure. */
const authoritative = 0x0400;
const codes = { none: 0, servfail: 2, noName: 3 } as const;
/** Aliases a resolver follows for who asks. */
const maxAliases = 8;

const toKey = ({ name, type }: Pick<DnsRecord, 'name' | 'type'>) => `${type} ${name}`;

/** A text as DNS carries it: strings of 255 bytes at most. */
const toStrings = (text: string): string[] => text.match(/.{1,255}/gs) ?? [''];

function toAnswers({ name, type, values }: DnsRecord): Answer[] {
  return values.map((value): Answer => {
    if (type === 'TXT') return { name, type: 'TXT', ttl: 1, data: toStrings(value) };
    if (type === 'MX') return { name, type: 'MX', ttl: 1, data: { preference: 10, exchange: value } };
    return { name, type, ttl: 1, data: value };
  });
}

/** Answers of a question: the records, aliases followed. Null: silence. */
function answer(records: ReadonlyMap<string, DnsRecord>, { name, type }: Pick<Question, 'name' | 'type'>): { code: number; answers: Answer[] } | null {
  const answers: Answer[] = [];
  let at = name.toLowerCase();
  for (let hops = 0; hops <= maxAliases; hops += 1) {
    const own = [...records.values()].filter((record) => record.name === at);
    const fault = own.find((record) => record.fault !== undefined && record.type === type)?.fault;
    if (fault === 'silent') return null;
    if (fault === 'servfail') return { code: codes.servfail, answers: [] };
    const found = own.find((record) => record.type === type && record.values.length > 0);
    if (found) return { code: codes.none, answers: [...answers, ...toAnswers(found)] };
    const alias = own.find((record) => record.type === 'CNAME' && record.values.length > 0);
    if (!alias) return { code: answers.length === 0 && own.length === 0 ? codes.noName : codes.none, answers };
    answers.push(...toAnswers(alias));
    at = alias.values[0] ?? '';
  }
  return { code: codes.none, answers };
}

function reply(socket: Socket, records: ReadonlyMap<string, DnsRecord>, message: Buffer, port: number, address: string): void {
  let asked: Packet;
  try {
    asked = decode(message);
  } catch {
    return; // no question of DNS
  }
  const [question] = asked.questions ?? [];
  if (!question) return;
  const made = answer(records, question);
  if (!made) return;
  socket.send(
    encode({
      type: 'response',
      ...(asked.id === undefined ? {} : { id: asked.id }),
      flags: authoritative | made.code,
      questions: [question],
      answers: made.answers,
    }),
    port,
    address,
  );
}

/** Records of the installation's own edge: which addresses send its mail, and where bounces go. */
const own: readonly DnsRecord[] = [
  { name: 'spf.edge.keyline.example', type: 'TXT', values: ['v=spf1 ip4:127.0.0.1 -all'] },
  { name: 'bounce.edge.keyline.example', type: 'TXT', values: ['v=spf1 ip4:127.0.0.1 -all'] },
  { name: 'bounce.edge.keyline.example', type: 'MX', values: ['mail.keyline.example'] },
];

/** Starts it. Port 0: any free one. */
export async function startNameServer({ port, host = '127.0.0.1' }: { readonly port: number; readonly host?: string }): Promise<NameServer> {
  const records = new Map<string, DnsRecord>(own.map((record) => [toKey(record), record]));
  const socket = createSocket('udp4');
  socket.on('message', (message, from) => reply(socket, records, message, from.port, from.address));
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject);
    socket.bind(port, host, resolve);
  });
  const { port: bound } = socket.address() as AddressInfo;
  return {
    address: `${host}:${bound}`,
    put(record) {
      if (record.values.length === 0 && record.fault === undefined) records.delete(toKey(record));
      else records.set(toKey(record), record);
    },
    list: () => [...records.values()],
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  };
}
