/** The demo world: organizations, companies, people, and everything in them, piece by piece in an order in which parents come first. */
import { createClock, formatInstant } from './clock.ts';
import { type CompanyPlan, companyPlans, organizationNames, toSlug } from './companies.ts';
import { addLocalCompany } from './local.ts';
import { addFeatured, addTags, createBusyCompany, listPortedNumbers, northwindVolume, type Volume } from './northwind.ts';
import { addDealerNumbers, createDirectory } from './numbers.ts';
import { addListings, addTemplates } from './offers.ts';
import { type Person, people } from './people.ts';
import { addPorts } from './ports.ts';
import { createRandom } from './random.ts';
import { type Chunk, type Collector, createCollector, createIds, type TableName } from './rows.ts';
import { type Shop, toAgent, type Wording } from './shop.ts';
import { sendsLinks } from './trades.ts';

/** Input from which the world is made. */
interface WorldOptions {
  /** The moment it ends: now. The same anchor gives the same world. */
  readonly anchor: Date;
  readonly wording: Wording;
  /** Of the demo password. */
  readonly passwordHash: string;
  /** The authenticator secret as the database keeps it. */
  readonly sealedMfaSecret: string;
}

/** A company for measurements, beside the demo's. */
const benchName = 'Keyline Bench';
const benchVolume: Volume = { calls: 1_000_000, contacts: 200_000, conversations: 100_000, items: 1_200_000 };

const day = 86_400_000;
const answerers = ['Ana K.', 'Ana K.', 'Jo P.', 'Jo P.', 'Uma S.', 'Luis R.', 'Dee W.', 'Hana T.', 'Desk 3', 'Parts counter', 'Service bay'];
const writers = people.filter((who) => who.role !== null && ['owner', 'administrator', 'user'].includes(who.role));

type NextId = (table: TableName) => number;

function createShop(plan: CompanyPlan, id: number, options: WorldOptions, rows: Collector, nextId: NextId, seed: number): Shop {
  const isBusy = plan.name === companyPlans[0]?.name || plan.name === benchName;
  const agents = (isBusy ? writers : writers.filter((who) => who.elsewhere !== null)).map(toAgent);
  return {
    id,
    clock: createClock(options.anchor, plan.timezone),
    random: createRandom(seed),
    nextId,
    rows,
    wording: options.wording,
    agents,
    answerers: isBusy ? answerers : [...agents.map((agent) => agent.short), 'Desk 1'],
    city: plan.city,
    records: plan.trade === 'auto',
    files: new Map(),
    calls: 0,
    threadItems: 0,
  };
}

function addCompany(plan: CompanyPlan, id: number, organizationId: number, rows: Collector, now: number): void {
  rows.add('companies', {
    id,
    organization_id: organizationId,
    name: plan.name,
    slug: toSlug(plan.name),
    timezone: plan.timezone,
    accent: plan.accent,
    default_area_code: 'areaCodes' in plan.numbers ? (plan.numbers.areaCodes[0] ?? null) : null,
    links_enabled: sendsLinks(plan.trade),
    created_at: formatInstant(now - (800 - (id % 40) * 9) * day),
  });
}

function addPerson(who: Person, options: WorldOptions, rows: Collector, now: number): void {
  rows.add('users', {
    id: who.id,
    email: who.email,
    first_name: who.firstName,
    last_name: who.lastName,
    password_hash: options.passwordHash,
    timezone: who.timezone,
    is_staff: who.isStaff,
    is_demo: true,
    mfa_secret: who.hasMfa ? options.sealedMfaSecret : null,
    mfa_enabled_at: who.hasMfa ? formatInstant(now - 200 * day) : null,
    preferences: JSON.stringify(who.role === null ? {} : { lastCompanyId: 1 }),
    created_at: formatInstant(now - 790 * day),
  });
}

/** Everybody works in the first company; some in all others; its owner in those of the same organization. */
function findRole(who: Person, plan: CompanyPlan, index: number) {
  if (index === 0) return who.role;
  return who.role === 'owner' && plan.organization === 0 ? 'owner' : who.elsewhere;
}

function addFrame(plans: readonly CompanyPlan[], options: WorldOptions, rows: Collector, nextId: NextId): void {
  const now = options.anchor.getTime();
  for (const name of organizationNames) rows.add('organizations', { id: nextId('organizations'), name, created_at: formatInstant(now - 900 * day) });
  for (const plan of plans) addCompany(plan, nextId('companies'), plan.organization + 1, rows, now);
  for (const who of people) {
    addPerson(who, options, rows, now);
    for (const [index, plan] of plans.entries()) {
      const role = findRole(who, plan, index);
      const status = who.id <= 2 ? 'active' : 'away';
      if (role !== null)
        rows.add('memberships', { company_id: index + 1, user_id: who.id, role, in_app_calling_status: status, created_at: formatInstant(now - 700 * day) });
    }
    const administers = who.isStaff ? 0 : who.hasMfa ? organizationNames.length : who.role === 'owner' ? 1 : 0;
    for (let id = 1; id <= administers; id++) rows.add('organization_users', { id: nextId('organization_users'), organization_id: id, user_id: who.id });
  }
}

/** The demo: forty companies, the first one busy. Yields pieces with the share of the whole that is then made, from 0 to 1. */
export function* createDemoData(options: WorldOptions): Generator<{ readonly chunks: readonly Chunk[]; readonly share: number }> {
  const rows = createCollector();
  const nextId = createIds();
  const directory = createDirectory();
  addFrame(companyPlans, options, rows, nextId);
  yield { chunks: rows.takeChunk(), share: 0.01 };
  const [first, ...others] = companyPlans;
  if (!first) return;
  const busy = createShop(first, 1, options, rows, nextId, 1);
  for (const chunks of createBusyCompany(busy, northwindVolume, directory, true))
    yield { chunks, share: Math.min(0.92, 0.1 + (0.82 * busy.calls) / northwindVolume.calls) };
  others.forEach((plan, index) => {
    const shop = createShop(plan, index + 2, options, rows, nextId, 100 + index);
    addLocalCompany(shop, plan, index + 1, directory, plan.name === 'Adams Landscaping' ? 32 : shop.random.int(6, 40));
  });
  yield { chunks: rows.takeChunk(), share: 1 };
}

/** A world for tests: three companies, everybody who signs in, and thirty conversations: the pictures' and a few more. */
export function createSmallData(options: WorldOptions): readonly Chunk[] {
  const rows = createCollector();
  const nextId = createIds();
  const directory = createDirectory();
  const plans = companyPlans.filter((plan) => ['Northwind Motors', 'Harbor Freight Dental', 'Adams Landscaping'].includes(plan.name));
  addFrame(plans, options, rows, nextId);
  for (const [index, plan] of plans.entries()) {
    const shop = createShop(plan, index + 1, options, rows, nextId, 10 + index);
    if (index === 0) {
      const desks = addDealerNumbers(shop, '555');
      addTags(shop, desks);
      addTemplates(shop);
      addListings(shop, desks);
      addFeatured(shop, desks);
      addPorts(shop, listPortedNumbers(desks));
    } else addLocalCompany(shop, plan, index, directory, 5 - index);
  }
  return rows.takeChunk();
}

/** The company for measurements, added to a world that is there. `last` are the last ids in use, `memberIds` who may enter it. */
export function* createBenchData(
  options: Pick<WorldOptions, 'anchor' | 'wording'>,
  last: Readonly<Partial<Record<TableName, number>>>,
  memberIds: readonly number[],
  volume: Volume = benchVolume,
): Generator<{ readonly chunks: readonly Chunk[]; readonly share: number }> {
  const [first] = companyPlans;
  if (!first) return;
  const rows = createCollector();
  const nextId = createIds(last);
  const plan: CompanyPlan = { ...first, name: benchName, accent: '#475569' };
  const now = options.anchor.getTime();
  const id = nextId('companies');
  addCompany(plan, id, 1, rows, now);
  for (const user of memberIds)
    rows.add('memberships', { company_id: id, user_id: user, role: 'administrator', in_app_calling_status: 'away', created_at: formatInstant(now) });
  const shop = createShop(plan, id, { ...options, passwordHash: '', sealedMfaSecret: '' }, rows, nextId, 7_777);
  for (const chunks of createBusyCompany(shop, volume, createDirectory(), false)) yield { chunks, share: Math.min(1, shop.calls / volume.calls) };
}
