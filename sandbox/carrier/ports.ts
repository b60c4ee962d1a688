/** Port-in requests as the carrier keeps them: made once for a number, advancing by themselves, each step told to the address the account named. */
import { type Inventory, magicArea } from './inventory.ts';
import { createSid, trim } from './ledger.ts';
import { pauseFor, signJson } from './post.ts';

/** Outcomes of porting a number. */
type PortFate =
  | { readonly kind: 'comes' }
  | { readonly kind: 'unportable'; readonly code: number; readonly message: string }
  | { readonly kind: 'needsPin' }
  | { readonly kind: 'rejected'; readonly code: string; readonly message: string }
  | { readonly kind: 'refuse'; readonly code: number; readonly message: string }
  | { readonly kind: 'drop' }
  | { readonly kind: 'fail'; readonly isTaken: boolean }
  | { readonly kind: 'busyOnce' }
  | { readonly kind: 'silent' };

/** Numbers with a known outcome: 907-81x-xxxx. The one table: the sandbox plays it, its page prints it, tests read it. */
export const magicPorts: readonly { readonly exchange: string; readonly title: string; readonly fate: PortFate }[] = [
  { exchange: '810', title: 'Comes over', fate: { kind: 'comes' } },
  { exchange: '811', title: 'Not portable', fate: { kind: 'unportable', code: 22131, message: 'The number is in a rate center we do not serve' } },
  { exchange: '812', title: 'Needs a PIN, then comes over', fate: { kind: 'needsPin' } },
  { exchange: '813', title: 'Rejected: the account number does not match', fate: { kind: 'rejected', code: '8A', message: 'Account number does not match' } },
  { exchange: '814', title: 'Taken, reply lost, comes over', fate: { kind: 'drop' } },
  { exchange: '815', title: 'Error 500 after taking it, comes over', fate: { kind: 'fail', isTaken: true } },
  { exchange: '816', title: 'Error 500 once without taking it, then comes over', fate: { kind: 'fail', isTaken: false } },
  { exchange: '817', title: 'Too many requests once (429), then comes over', fate: { kind: 'busyOnce' } },
  {
    exchange: '818',
    title: 'Refused: the customer is not known',
    fate: { kind: 'refuse', code: 22107, message: 'The customer name is not known to the losing carrier' },
  },
  { exchange: '819', title: 'Taken, and nothing happens', fate: { kind: 'silent' } },
];

const ported: PortFate = { kind: 'comes' };
/** Returns the outcome for a number; one that is not magic comes over. */
export const findPortFate = (number: string): PortFate =>
  (number.startsWith(`+1${magicArea}`) ? magicPorts.find(({ exchange }) => number.slice(5, 8) === exchange)?.fate : undefined) ?? ported;

/** The nth number of a magic outcome. Throws for a title that is none. */
export function findMagicPort(title: string, nth = 0): string {
  const found = magicPorts.find((each) => each.title === title);
  if (!found) throw new Error(`Unknown magic port “${title}”`);
  return `+1${magicArea}${found.exchange}${String(2_000 + nth)}`;
}

/** A number of a port-in request. `portDate`: when it comes over, ISO. */
interface PortInNumber {
  readonly sid: string;
  readonly number: string;
  status: 'requested' | 'submitted' | 'pending' | 'completed' | 'rejected';
  portDate: string | null;
  rejection: { readonly code: string; readonly message: string } | null;
}

/** A paper somebody uploaded: which kind of paper, and how large. */
interface PortInDocument {
  readonly type: string;
  readonly bytes: number;
}

/** A port-in request. `information`: of the losing carrier, as it was given. */
export interface PortInRequest {
  readonly sid: string;
  readonly documents: readonly string[];
  readonly information: unknown;
  readonly targetDate: string | null;
  readonly numbers: readonly PortInNumber[];
  readonly createdAt: Date;
  status: 'In Review' | 'In Progress' | 'Completed' | 'Action Required';
}

/** The port-in requests of the account. */
export interface Ports {
  /** Webhook address of the account. */
  target: string | null;
  /** Keeps a paper under its sid. */
  saveDocument(sid: string, document: PortInDocument): void;
  findDocument(sid: string): PortInDocument | undefined;
  create(order: Pick<PortInRequest, 'documents' | 'information' | 'targetDate'> & { readonly numbers: readonly string[] }): PortInRequest;
  find(sid: string): PortInRequest | undefined;
  /** Newest first. */
  list(): PortInRequest[];
  /** Checks whether a number is on its way in some request. */
  isOpen(number: string): boolean;
  /** Returns the number of requests ever made with a number. */
  countRequests(number: string): number;
}

const maxPorts = 2_000;
const maxDocuments = 5_000;
/** Seconds, times the pace, until the next step. */
const steps = { progress: 4, pending: 6, completed: 12 } as const;

interface PortsContext {
  readonly authToken: string;
  readonly pace: number;
  readonly inventory: Inventory;
  readonly signal: AbortSignal;
}

/** Takes a request through its steps, each told to the address of the account. */
function createAdvance(world: PortsContext, targetOf: () => string | null): (port: PortInRequest) => Promise<void> {
  const postStatus = async (event: string, port: PortInRequest, number?: PortInNumber) => {
    const target = targetOf();
    if (target === null) return;
    const body = JSON.stringify({
      port_in_request_sid: port.sid,
      status: event,
      ...(number ? { port_in_phone_number_sid: number.sid, phone_number: number.number, rejection_reason: number.rejection?.message ?? null } : {}),
      last_date_updated: new Date().toISOString(),
    });
    const { url, signature } = signJson(world.authToken, target, body);
    // A nudge that is lost is made good by whoever asks.
    await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json', 'x-twilio-signature': signature }, body, signal: world.signal }).catch(
      () => {},
    );
  };
  const pass = async (seconds: number) => {
    await pauseFor(seconds * 1_000 * world.pace, world.signal);
    return !world.signal.aborted;
  };
  return async (port) => {
    if (port.numbers.some(({ number }) => findPortFate(number).kind === 'silent')) return;
    if (!(await pass(steps.progress))) return;
    port.status = 'In Progress';
    for (const each of port.numbers) each.status = 'submitted';
    await postStatus('PortInInProgress', port);
    if (!(await pass(steps.pending))) return;
    for (const each of port.numbers) {
      const fate = findPortFate(each.number);
      if (fate.kind === 'rejected') {
        each.status = 'rejected';
        each.rejection = fate;
      } else {
        each.status = 'pending';
        each.portDate = new Date(Date.now() + steps.completed * 1_000 * world.pace).toISOString();
      }
      await postStatus(fate.kind === 'rejected' ? 'PortInPhoneNumberRejected' : 'PortInPhoneNumberPending', port, each);
    }
    if (!(await pass(steps.completed))) return;
    for (const each of port.numbers.filter(({ status }) => status === 'pending')) {
      world.inventory.portIn(each.number);
      each.status = 'completed';
    }
    const isAll = port.numbers.every(({ status }) => status === 'completed');
    port.status = isAll ? 'Completed' : 'Action Required';
    await postStatus(isAll ? 'PortInCompleted' : 'PortInActionRequired', port);
  };
}

/** Makes the memory of them; each request advances by itself as `pace` has it, until the signal ends it. */
export function createPorts(world: PortsContext): Ports {
  const held = new Map<string, PortInRequest>();
  const documents = new Map<string, PortInDocument>();
  const advance = createAdvance(world, () => ports.target);
  const ports: Ports = {
    target: null,
    saveDocument(sid, document) {
      documents.set(sid, document);
      trim(documents, maxDocuments);
    },
    findDocument: (sid) => documents.get(sid),
    create({ documents, information, targetDate, numbers }) {
      const port: PortInRequest = {
        sid: createSid('KW'),
        documents,
        information,
        targetDate,
        numbers: numbers.map((number) => ({ sid: createSid('PU'), number, status: 'requested', portDate: null, rejection: null })),
        createdAt: new Date(),
        status: 'In Review',
      };
      held.set(port.sid, port);
      trim(held, maxPorts);
      advance(port).catch(() => {});
      return port;
    },
    find: (sid) => held.get(sid),
    list: () => [...held.values()].reverse(),
    isOpen: (number) =>
      [...held.values()].some((port) => port.numbers.some((each) => each.number === number && each.status !== 'completed' && each.status !== 'rejected')),
    countRequests: (number) => [...held.values()].filter((port) => port.numbers.some((each) => each.number === number)).length,
  };
  return ports;
}
