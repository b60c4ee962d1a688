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

/** A field’s name in the other spelling, and what is done with its value. */
interface Spelling {
  readonly name: string;
  readonly isDropped: boolean;
  readonly isOpaque: boolean;
  readonly isFieldList: boolean;
  readonly hasIds: boolean;
}

/** Names come again and again. Those from outside may be any: only so many are remembered. */
const maxMemoizedNames = 2_000;

function createSpeller(spell: (name: string) => string): (key: string) => Spelling {
  const known = new Map<string, Spelling>();
  return (key) => {
    const before = known.get(key);
    if (before !== undefined) return before;
    const spelling = {
      name: spell(key),
      isDropped: forbiddenKeys.has(key),
      isOpaque: opaqueFields.has(key),
      isFieldList: fieldListNames.has(key),
      hasIds: recordFields.has(key),
    };
    if (known.size < maxMemoizedNames) known.set(key, spelling);
    return spelling;
  };
}

const toSnakeName = createSpeller(toSnakeCase);

const toCamelName = createSpeller(toCamelCase);

function renameKeys(
  value: unknown,
  spell: (key: string) => Spelling,
  keep: (value: unknown) => boolean,
  leaf: (value: unknown) => unknown,
  hasIds = false,
): unknown {
  if (Array.isArray(value)) return value.map((entry) => renameKeys(entry, spell, keep, leaf));
  if (!isRecord(value)) return leaf(value);
  const renamed: Record<string, unknown> = {};
  for (const key of Object.keys(value)) {
    const entry = value[key];
    const spelling = spell(key);
    if (spelling.isDropped || !keep(entry)) continue;
    const name = hasIds ? key : spelling.name;
    if (spelling.isOpaque) renamed[name] = entry;
    else if (spelling.isFieldList) renamed[name] = renameKeys(entry, spell, keep, (field) => (typeof field === 'string' ? spell(field).name : leaf(field)));
    // Most fields are no records: a report has thousands.
    else renamed[name] = typeof entry === 'object' && entry !== null ? renameKeys(entry, spell, keep, leaf, spelling.hasIds) : leaf(entry);
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
    printed.length === 0 ? toSnakeName : (key) => (printed.includes(key) ? { ...toSnakeName(key), name: key } : toSnakeName(key)),
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
