/** Two values for every field: what is told after each of them cannot be a default. */

import { outsider } from '#tests/access/outsiders.ts';
import { collectEntries } from './faces.ts';
import { type Known, key, two, type ValuesOf, word } from './known.ts';
import { defOf, type Leaf, nameOf } from './leaves.ts';

const hour = (name: string) => (name.endsWith('OpenHour') ? ['08:15', '08:45'] : ['16:15', '16:45']);

/** Fields of which the schema does not say enough, by the end of their name. */
const byName: Readonly<Record<string, ValuesOf>> = {
  timezone: () => ['America/Chicago', 'Europe/Rome'],
  defaultAreaCode: () => ['212', '646'],
  accent: () => ['#112233', '#445566'],
  supportEmail: () => two(() => `${key()}@example.com`.toLowerCase()),
  address: () => two(() => `${key()}@echo-mail.com`.toLowerCase()),
  domain: () => two(() => `${key().toLowerCase()}.com`),
  appSubdomain: () => ['portal', 'desk'],
  apiSubdomain: () => ['wire', 'rest'],
  email: () => two(() => `${key()}@example.com`),
  number: () => two(outsider),
  recipient: () => two(outsider),
  target: () => two(outsider),
  targets: () => two(() => [outsider()]),
  phones: () => two(() => [outsider()]),
  key: () => two(key),
  clientId: () => two(key),
  countries: () => [
    ['US', 'CA'],
    ['US', 'GB'],
  ],
  businessUnitId: ({ organizations }) => organizations,
  voice: ({ voices }) => voices,
  tags: ({ tags }) => tags.map((id) => [id]),
  tagIds: ({ tags }) => tags.map((id) => [id]),
  addTags: ({ tags }) => tags.map((id) => [id]),
  tagId: ({ tags }) => tags,
  greetingId: ({ greetings }) => greetings,
  voicemailGreetingId: ({ greetings }) => greetings,
  onholdMusicId: ({ greetings }) => greetings,
  userId: ({ people }) => people,
  numberId: ({ lines }) => lines,
  numberIds: ({ lines }) => lines.map((id) => [id]),
  quietNumberIds: ({ lines }) => lines.map((id) => [id]),
  pinnedCompanyIds: ({ companies }) => companies.map((id) => [id]),
  companyId: ({ companies }) => companies,
  lastCompanyId: ({ companies }) => companies,
  layout: () => [{ panes: ['inbox'] }, { panes: ['contacts'] }],
  view: () => [{ query: '?unread=1' }, { query: '?sort=oldest' }],
  args: () => [{ id: 1 }, { id: 2 }],
  overrides: () => [{ 'inbox.archive': ['e'] }, { 'inbox.archive': ['x'] }],
  status: () => [1, 0],
  confirmKeyWait: () => [7, 8],
  timeout: () => [25, 30],
  authorizedEmail: () => two(() => `${key()}@example.com`),
  targetDate: () => [20, 22].map((days) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)),
  zip: () => ['10001', '60601'],
  website: () => ['https://one.example', 'https://two.example'],
  privacyUrl: () => ['https://one.example/privacy', 'https://two.example/privacy'],
  termsUrl: () => ['https://one.example/terms', 'https://two.example/terms'],
  sendAt: () => [3_600_000, 7_200_000].map((later) => new Date(Date.now() + later).toISOString()),
  'hours.preset': () => [2, 3],
  'firstSteps.view': () => ['folded', 'hidden'],
  'times.start': () => ['08:15', '08:45'],
  'times.end': () => ['16:15', '16:45'],
  'routes.id': () => two(key),
  _id: () => two(key),
  'choices.id': () => [7, 9],
  'forwards.id': () => two(key),
};

function bySchema({ schema, isList }: Leaf): readonly unknown[] {
  const def = defOf(schema);
  const { bag } = schema._zod;
  const one = (): readonly unknown[] => {
    if (def.type === 'enum') return Object.values(def.entries ?? {}).slice(0, 3);
    if (def.type === 'literal') return Array.isArray(def.values) ? def.values.slice(0, 2) : [];
    if (def.type === 'boolean') return [true, false];
    if (def.type === 'union') return flags(def.options);
    if (def.type === 'number' || def.type === 'int') {
      const least = typeof bag.minimum === 'number' ? Math.max(bag.minimum, 0) : 0;
      return [least + 2, least + 3];
    }
    if (def.type === 'string') return two(() => word(typeof bag.maximum === 'number' ? bag.maximum : 40));
    throw new Error(`No values are known for a schema of the kind ${def.type}`);
  };
  return isList ? one().map((value) => [value]) : one();
}

/** A flag is true or false; of other choices each is a value. */
function flags(options: unknown): readonly unknown[] {
  const kinds = Array.isArray(options) ? options.map((option) => defOf(option)) : [];
  if (kinds.some(({ type }) => type === 'boolean')) return [true, false];
  // An id says nothing of which rows there are: what the input names is taken.
  return kinds.flatMap(({ values }) => (Array.isArray(values) ? values : []));
}

const byField = collectEntries<ValuesOf>(({ values }) => values);

/** Returns the values sent for a field of a route, one after the other; none where the input's own row is the one it names. */
export function valuesFor(route: string, leaf: Leaf, known: Known): readonly unknown[] {
  const name = nameOf(leaf);
  const special = byField[`${route}.${name}`];
  if (special) return special(known);
  if (/(Open|Close)Hour$/.test(name)) return hour(name);
  const ends = name.split('.').map((_, at, parts) => parts.slice(at).join('.'));
  const named = ends.map((end) => byName[end]).find((make) => make !== undefined);
  return named ? named(known) : bySchema(leaf);
}
