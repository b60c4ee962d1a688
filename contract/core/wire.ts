/** The one place where names and values change between the app and the wire (spec 1.5, 2.5): snake_case, 1 and 0, blanks dropped. */

const identifierPattern = /^[A-Za-z][A-Za-z0-9_]*$/;

const forbiddenKeys = new Set(['__proto__', 'constructor', 'prototype']);

/** `firstName` → `first_name`; names that are no identifiers (ids as keys, `inbox.archive`) stay. */
export function toSnakeCase(name: string): string {
  return identifierPattern.test(name) ? name.replace(/[A-Z]/g, (letter, at: number) => `${at > 0 ? '_' : ''}${letter.toLowerCase()}`) : name;
}

/** `first_name` → `firstName`; camelCase comes through unchanged, so both spellings are read (open question AMB-05). */
export function toCamelCase(name: string): string {
  return identifierPattern.test(name) ? name.replace(/_+([a-z])/g, (_, letter: string) => letter.toUpperCase()) : name;
}

/** Names come again and again. Those from outside may be any: only so many are remembered. */
const maxMemoizedNames = 2_000;

function memoize(spell: (name: string) => string): (name: string) => string {
  const known = new Map<string, string>();
  return (name) => {
    const before = known.get(name);
    if (before !== undefined) return before;
    const spelt = spell(name);
    if (known.size < maxMemoizedNames) known.set(name, spelt);
    return spelt;
  };
}

const toSnakeName = memoize(toSnakeCase);

const toCamelName = memoize(toCamelCase);

const isBlank = (value: unknown) => value === null || value === undefined || (typeof value === 'string' && value.trim() === '');

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && (Object.getPrototypeOf(value) === Object.prototype || Object.getPrototypeOf(value) === null);

/** Fields that carry JSON only the client reads (a layout, a saved view, arguments of a command): they travel as they are. */
const opaqueFields = new Set(['layout', 'view', 'args']);

/** True for a field that carries JSON only the client reads. */
export const isOpaque = (name: string): boolean => opaqueFields.has(name);

/** Fields whose values are names of fields (AMB-07): they change their spelling as names do. */
const fieldListNames = new Set(['clear', 'columns']);

/** True for a field whose values are names of fields. */
export const isFieldList = (name: string): boolean => fieldListNames.has(name);

/** Fields that hold a list, or a record by ids: ids travel as they are (RULE-062). */
const recordFields = new Set(['routes']);

function renameKeys(
  value: unknown,
  name: (key: string) => string,
  keep: (value: unknown) => boolean,
  leaf: (value: unknown) => unknown,
  hasIds = false,
): unknown {
  if (Array.isArray(value)) return value.map((entry) => renameKeys(entry, name, keep, leaf));
  if (!isRecord(value)) return leaf(value);
  const renamed: Record<string, unknown> = {};
  for (const [key, entry] of Object.entries(value)) {
    if (forbiddenKeys.has(key) || !keep(entry)) continue;
    const spell = fieldListNames.has(key) ? (value: unknown) => (typeof value === 'string' ? name(value) : leaf(value)) : leaf;
    renamed[hasIds ? key : name(key)] = opaqueFields.has(key) ? entry : renameKeys(entry, name, keep, spell, recordFields.has(key));
  }
  return renamed;
}

/** A request body as it travels: snake_case, flags as 1 or 0, blank, null and undefined dropped; [] and {} stay (AMB-08). */
export function requestToWire(body: unknown): unknown {
  return renameKeys(
    body,
    toSnakeName,
    (value) => !isBlank(value),
    (value) => (typeof value === 'boolean' ? Number(value) : value),
  );
}

/** A reply or an event as it travels: snake_case but for names the spec prints for the call, undefined dropped, null kept. */
export function replyToWire(reply: unknown, printed: readonly string[] = []): unknown {
  return renameKeys(
    reply,
    printed.length === 0 ? toSnakeName : (name) => (printed.includes(name) ? name : toSnakeName(name)),
    (value) => value !== undefined,
    (value) => value,
  );
}

/** Value under a name of a reply, as it travels: some names carry JSON that keeps its own. */
export const toWireField = (name: string, value: unknown): unknown => Object.values(replyToWire({ [name]: value }) as Record<string, unknown>)[0];

/** A request body that arrived, in the app's names, without what is blank: a client that sends blanks is read as one that drops them (RULE-043). */
export function requestFromWire(value: unknown): unknown {
  return renameKeys(
    value,
    toCamelName,
    (entry) => !isBlank(entry),
    (leaf) => leaf,
  );
}

/** A request body in the app's names. `__proto__` and its like are dropped. */
export function fromWire(value: unknown): unknown {
  return renameKeys(
    value,
    toCamelName,
    () => true,
    (leaf) => leaf,
  );
}
