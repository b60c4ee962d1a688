/** Port-in requests of the demo world: one whose numbers have come over, and one that needs somebody. */
import { addFile } from './calls.ts';
import { formatInstant } from './clock.ts';
import { listPages } from './fax.ts';
import type { NumberRow, Rows } from './rows.ts';
import type { Shop } from './shop.ts';

const day = 86_400_000;
const papers = { letter: 'letter', bill: 'bill' } as const;

interface PortStory {
  readonly key: string;
  readonly status: Rows['port_requests']['status'];
  readonly reason: string | null;
  readonly carrier: string;
  /** Days ago. */
  readonly began: number;
  readonly ended: number | null;
  readonly numbers: readonly {
    readonly number: string;
    readonly numberId: number | null;
    readonly status: 'completed' | 'rejected';
    readonly reason: string | null;
  }[];
  /** Days ago, what, of which number, why. */
  readonly steps: readonly (readonly [ago: number, status: string, number: string | null, detail: string | null])[];
}

function addPort(shop: Shop, told: PortStory): void {
  const now = shop.clock.now;
  const id = shop.nextId('port_requests');
  const at = (ago: number) => formatInstant(now - ago * day);
  shop.rows.add('port_requests', {
    id,
    company_id: shop.id,
    key: told.key,
    status: told.status,
    losing_carrier: told.carrier,
    customer_name: 'Northwind Motors LLC',
    account_number: '',
    account_ending: '6677',
    authorized_name: 'Ana Kovac',
    authorized_email: 'ana@northwind.example',
    street: '1200 Harbor Way',
    city: 'San Francisco',
    state: 'CA',
    zip: '94105',
    reason: told.reason,
    created_at: at(told.began),
    updated_at: at(told.steps.at(-1)?.[0] ?? told.began),
    finished_at: told.ended === null ? null : at(told.ended),
  });
  told.numbers.forEach(({ number, numberId, status, reason }, position) => {
    const row = { company_id: shop.id, port_id: id, position, number, status, reason, number_id: numberId, is_open: false };
    shop.rows.add('port_numbers', { id: shop.nextId('port_numbers'), ...row });
  });
  for (const kind of ['letter', 'bill'] as const) {
    const [page] = listPages(papers[kind]);
    if (!page) continue;
    const file_id = addFile(shop, { key: page.key, name: `${kind}.png`, contentType: 'image/png', bytes: page.bytes.length });
    shop.rows.add('port_documents', { id: shop.nextId('port_documents'), company_id: shop.id, port_id: id, kind, file_id });
  }
  for (const [ago, status, number, detail] of told.steps)
    shop.rows.add('port_steps', { id: shop.nextId('port_steps'), company_id: shop.id, port_id: id, status, number, detail, at: at(ago) });
}

/** Writes them down; `here` are numbers of the company that once were another carrier's. */
export function addPorts(shop: Shop, here: readonly NumberRow[]): void {
  addPort(shop, {
    key: 'demo-port-1',
    status: 'completed',
    reason: null,
    carrier: 'Pacific Bell',
    began: 96,
    ended: 84,
    numbers: here.map(({ id, number }) => ({ number, numberId: id, status: 'completed', reason: null })),
    steps: [
      [96, 'requested', null, null],
      [95.9, 'submitted', null, null],
      [95, 'in_review', null, null],
      [92, 'in_progress', null, null],
      ...here.map(({ number }) => [90, 'pending', number, null] as const),
      ...here.map(({ number }) => [84, 'completed', number, null] as const),
      [84, 'completed', null, null],
    ],
  });
  const reason = 'Account number does not match';
  const number = '+14155550177';
  addPort(shop, {
    key: 'demo-port-2',
    status: 'action_required',
    reason,
    carrier: 'Bayline Telecom',
    began: 6,
    ended: null,
    numbers: [{ number, numberId: null, status: 'rejected', reason }],
    steps: [
      [6, 'requested', null, null],
      [5.9, 'submitted', null, null],
      [4, 'in_progress', null, null],
      [1, 'rejected', number, reason],
      [1, 'action_required', null, reason],
    ],
  });
}
