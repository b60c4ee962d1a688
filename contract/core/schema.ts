/** Building blocks of the wire: the few shapes every area shares. Zod's mini build keeps them a few kilobytes in the browser. */
import * as z from 'zod/mini';
import { areaCodePattern } from '../text/areaCodePattern.ts';
import { tidyLine, tidyName } from '../text/tidyName.ts';
import { toCamelCase } from './wire.ts';

/** Any schema of Zod's core, whichever build made it. */
export type Schema = z.core.$ZodType;

/** A row's id: a positive integer; accepted as a number or as digits (paths, forms), always read as a number. */
export const Id = z.pipe(
  z.union([z.number(), z.string().check(z.regex(/^[1-9]\d{0,15}$/, 'Invalid ID'))]),
  z.pipe(
    z.transform((value: number | string) => Number(value)),
    z.int().check(z.positive('Invalid ID')),
  ),
);

/** A row's id in a reply. */
export const id = z.number();

/** A point in time in a reply: ISO 8601 in UTC. */
export const instant = z.string();

/** An opaque id made by a client or a random one made by the server (a batch, a draft, an upload): 8–64 letters, digits, `_` or `-`. */
export const Key = z.string().check(z.regex(/^[A-Za-z0-9_-]{8,64}$/, 'A key has 8 to 64 letters, digits, _ or -'));

/** A key that the server makes where the client sends none; without one every call is a call of its own. */
export const OwnKey = z.pipe(
  z.optional(Key),
  z.transform((key) => key ?? crypto.randomUUID()),
);

/** Count: a whole number from 0. */
export const Count = z.int('A whole number').check(z.gte(0), z.lte(10_000_000));

/** A flag: true or false in the app, 1 or 0 on the wire (spec 2.5). Forms and queries send it as text. */
export const Flag = z.pipe(
  z.union([z.boolean(), z.literal([0, 1]), z.literal(['0', '1', 'true', 'false'])]),
  z.transform((value) => value === true || value === 1 || value === '1' || value === 'true'),
);

/** An instant, ISO 8601 with offset or Z. */
export const Instant = z.iso.datetime({ offset: true });

/** A phone number in E.164, as the server stores and sends it. */
export const E164 = z.string().check(z.regex(/^\+[1-9]\d{6,14}$/, 'A phone number in international form, such as +12125550123'));

/** A phone number as a person types it; the server normalises it (spec 1.5) and refuses what is none. */
export const PhoneInput = z
  .string()
  .check(z.minLength(3, 'Enter a phone number like +1 212-555-0123'), z.maxLength(40, 'Enter a phone number like +1 212-555-0123'));

/** Text of 1 to `max` characters once trimmed; it may have several lines. What is one line (a name, a label, a title, a city) is a `createNameSchema`. */
export const createTextSchema = (max: number) => z.string().check(z.trim(), z.minLength(1, 'Required'), z.maxLength(max, `At most ${max} characters`));

const isSeen = z.regex(/(?!\u200c|\u200d|\s)./u, 'Required');

/** One line of at most `max` characters, may be empty: line ends become a blank, invisible characters go (`tidyLine`). */
export const createLineSchema = (max: number) => z.string().check(z.overwrite(tidyLine), z.maxLength(max, `At most ${max} characters`));

/** One line of 1 to `max` characters that can be seen: a name, a label, a title, a city. Two that look the same are the same. */
export const createNameSchema = (max: number) =>
  z.string().check(z.overwrite(tidyName), z.minLength(1, 'Required'), z.maxLength(max, `At most ${max} characters`), isSeen);

/** Words of a search (`q`) of at most `max` characters, at least one where `missing` says what is said without. NUL is no letter: the rest is searched for. */
export const createSearchSchema = (max: number, missing?: string) =>
  z.string().check(
    ...(missing === undefined ? [] : [z.minLength(1, missing)]),
    z.overwrite((typed) => typed.replaceAll('\u0000', '')),
    z.maxLength(max, `At most ${max} characters`),
  );

/** Text of at most `max` characters, may be empty. */
export const createOptionalTextSchema = (max: number) => z.optional(z.string().check(z.maxLength(max, `At most ${max} characters`)));

/** A page number, from 1. */
export const Page = z._default(z.coerce.number().check(z.multipleOf(1, 'A page is a whole number'), z.gte(1), z.lte(1_000_000)), 1);

/** A page size from 1 to `max`, to be given. */
export const createRequiredPageSizeSchema = (max: number) =>
  z.coerce.number().check(z.multipleOf(1, 'A page size is a whole number'), z.gte(1), z.lte(max, `At most ${max} rows a page`));

/** A page size from 1 to `max`, `initial` when it is not given. */
export const createPageSizeSchema = (initial: number, max: number) => z._default(createRequiredPageSizeSchema(max), initial);

/** A signed position in a list; made by the server, opaque to everybody else. */
export const Cursor = z.string().check(z.maxLength(400));

const splitParts = (parts: readonly string[]) => parts.map((part) => part.trim()).filter((part) => part !== '');

/** Ids as a comma list (`1,2,3`) or as a repeated parameter; read as numbers, at most 1,000. */
export const IdList = z.pipe(
  z.pipe(
    z.union([z.string().check(z.maxLength(20_000)), z.array(z.union([z.string(), z.number()]))]),
    z.transform((value): (string | number)[] => splitParts(Array.isArray(value) ? value.map(String) : value.split(','))),
  ),
  z.array(Id).check(z.maxLength(1_000, 'Up to 1,000 IDs')),
);

/** One or several words of an enumeration as a comma list or a repeated parameter, in either spelling (AMB-05). */
export const createEnumListSchema = <const T extends readonly [string, ...string[]]>(values: T) =>
  z.pipe(
    z.pipe(
      z.union([
        z.string().register(z.globalRegistry, { description: `A comma list of ${values.join(', ')}` }),
        z.array(z.string().register(z.globalRegistry, { enum: [...values] })),
      ]),
      z.transform((value) => splitParts(Array.isArray(value) ? value : value.split(',')).map((word) => (values.includes(word) ? word : toCamelCase(word)))),
    ),
    z.array(z.string().check(z.refine((word) => values.includes(word), `One of: ${values.join(', ')}`))),
  );

/** An IANA zone name the platform knows. Offsets such as `+05:30` are none: databases and browsers read their sign differently. */
export const TimeZone = z.string().check(
  z.maxLength(64),
  z.regex(/^[A-Za-z]/, 'Use a time zone like America/New_York'),
  z.refine((zone) => {
    try {
      new Intl.DateTimeFormat('en-US', { timeZone: zone });
      return true;
    } catch {
      return false;
    }
  }, 'Use a time zone like America/New_York'),
);

/** An e-mail address, lower-cased. */
export const Email = z.string().check(z.trim(), z.toLowerCase(), z.email('Enter an email address like ana@example.com'), z.maxLength(254));

/** JSON a client keeps with us and only it reads (a layout, command arguments): any JSON value; size and depth are checked by the server. */
export const Json = z.json();

/** The reply of a list: rows and what the call says about the page. */
export const createListSchema = <T extends Schema, M extends Schema>(row: T, meta: M) => z.object({ data: z.array(row), meta });

/** Page meta by number (numbers/datatable, groups): `current_page`, `total`, `last_page` on the wire. */
export const PageMeta = z.object({ currentPage: z.number(), total: z.number(), lastPage: z.number(), perPage: z.number() });

/** Page meta by cursor: the position after the last row, null at the end; `total` where the call counts. */
export const CursorMeta = z.object({ nextCursor: z.nullable(z.string()), total: z.optional(z.number()) });

/** A reply that is only words for the person. */
export const MessageReply = z.object({ message: z.string() });

/** An area code of North America; 211 to 911 are none. */
export const AreaCode = z.string().check(z.regex(areaCodePattern, 'Enter an area code, such as 415'));

/** Names of fields an edit empties: the only way to clear one, since blank values are dropped on the wire (open question AMB-07). */
export const createClearSchema = <const T extends readonly [string, ...string[]]>(fields: T) => z.optional(z.array(z.enum(fields)));

/** The same for forms, where one name is sent as text. */
export const createFormClearSchema = <const T extends readonly [string, ...string[]]>(fields: T) =>
  z.optional(
    z.pipe(
      z.union([z.enum(fields), z.array(z.enum(fields))]),
      z.transform((parts) => (Array.isArray(parts) ? parts : [parts])),
    ),
  );
