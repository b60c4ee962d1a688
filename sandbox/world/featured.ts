/** The top of the first company's inbox: threads told one by one, as the pictures of the app show them. */
import { parseScripts } from './dialogues/script.ts';

/** A thread told by hand. */
export interface FeaturedConversation {
  readonly name: string | null;
  readonly number: string;
  readonly on: string;
  /** Minutes before the anchor of its last thing. */
  readonly minutesAgo: number;
  readonly isUnread: boolean;
  readonly businessName?: string;
  readonly email?: string;
  readonly city?: string;
  readonly state?: string;
  readonly marks?: { readonly is_lead: boolean; readonly is_appointment: boolean };
  /** Its lines, with the minutes before the last thing at which each happened. */
  readonly lines: readonly { readonly before: number; readonly text: string }[];
  /** Of the last call: seconds it rang, seconds they talked, who answered. */
  readonly call?: { readonly ring?: number; readonly talk?: number; readonly by?: string; readonly recorded?: number };
  readonly voicemail?: number;
}

const day = 1_440;
const createLines = (...lines: readonly [before: number, text: string][]) => lines.map(([before, text]) => ({ before, text }));
const createRow = (
  name: string | null,
  number: string,
  on: string,
  minutesAgo: number,
  lines: FeaturedConversation['lines'],
  more: Partial<FeaturedConversation> = {},
): FeaturedConversation => ({
  name,
  number,
  on,
  minutesAgo,
  isUnread: false,
  lines,
  ...more,
});
const unseen = { isUnread: true } as const;
const ana = 'Ana K.';
const jo = 'Jo P.';

const dana = createLines(
  [17 * day, '> Hi, I found you through Google. Do you have the LX in blue?'],
  [17 * day - 9, '< We do, it came in this week. Want to see it?'],
  [17 * day - 22, '> Maybe next week, I’m comparing two dealers'],
  [8 * day, '(called)'],
  [3 * day + 30, '(missed)'],
  [3 * day + 20, '(voicemail sales)'],
  [3 * day, '< Got your voicemail, Dana. The blue LX is here all week.'],
  [10, '(answered)'],
  [6, '# trade-in is the 2019 hatch, wants it valued first.'],
  [2, '> Hi, is the blue one still there?'],
  [0, '< It is. Want to come by at five? We can look at your trade-in while you drive it.'],
);

/** Newest first. */
export const featuredConversations: readonly FeaturedConversation[] = [
  createRow('Dana Whitfield', '+14155550134', 'Main line', 2, dana, {
    email: 'dana.w@example.com',
    city: 'Oakland',
    state: 'CA',
    marks: { is_lead: true, is_appointment: true },
    call: { ring: 6, talk: 42, by: ana, recorded: 0 },
    voicemail: 10,
  }),
  createRow(
    'Marcus Lee',
    '+14155550146',
    'Service',
    6,
    createLines([4 * day, '(answered)'], [4 * day - 8, '< Your Outback is booked for Friday at 9:15, Marcus.'], [0, '(missed)']),
    { ...unseen, call: { ring: 24 } },
  ),
  createRow(null, '+16285550191', 'Main line', 14, createLines([0, '(voicemail parts)']), { ...unseen, voicemail: 20 }),
  createRow(
    'Priya Raman',
    '+15035550118',
    'Sales NW',
    19,
    createLines(
      [50, '> Is the test drive for the Ioniq 5 still possible this week?'],
      [41, '< It is. Thursday at 4, or Friday morning?'],
      [33, '> Thursday at 4. Do I need to bring anything?'],
      [26, '< Only your license. Ask for Jo at the front.'],
      [0, '> Perfect, see you Thursday then'],
    ),
    unseen,
  ),
  createRow(
    'Ortega Logistics',
    '+16285550107',
    'Fleet',
    31,
    createLines(
      [9 * day, '< Here is the schedule for your vans: one each morning, Monday first, back by 3.'],
      [9 * day - 12, '> Works for us'],
      [0, '(answered)'],
    ),
    { businessName: 'Ortega Logistics', call: { ring: 7, talk: 365, by: ana } },
  ),
  createRow(
    'Tom Haverford',
    '+14155550155',
    'Parts',
    44,
    createLines(
      [2 * day, '> Did my mirror come in yet?'],
      [2 * day - 15, '< Not yet, Tom. It’s promised for the end of the week.'],
      [0, '< The part came in this morning.'],
    ),
  ),
  createRow(null, '+14155550177', 'Main line', 52, createLines([0, '(answered)']), { call: { ring: 5, talk: 60, by: jo } }),
  createRow(
    'Grace Adeyemi',
    '+14155550162',
    'Service',
    63,
    createLines([80, '< Hi Grace, your winter tires are in. When would you like them on?'], [0, '> Can I bring it in Saturday before noon?']),
    unseen,
  ),
  createRow('Bayview Dental', '+14155550183', 'Fax', 74, createLines([0, '(fax 3)']), { businessName: 'Bayview Dental' }),
  createRow(
    'Lena Fischer',
    '+15105550119',
    'Spring promo',
    118,
    createLines(
      [125, '> Please put me on the list for the test drive day'],
      [0, '< Done. Reply STOP to stop these messages at any time. See you on Saturday.'],
    ),
  ),
  createRow(null, '+17075550122', 'Sales NW', 124, createLines([0, '(missed)']), { ...unseen, call: { ring: 9 } }),
  createRow(
    'Sam Whitaker',
    '+15035550126',
    'Sales NW',
    178,
    createLines([200, '< The papers are signed, Sam. Keys are yours from 5.'], [0, '> Great, see you then']),
  ),
  createRow('Ines Duarte', '+14155550139', 'Service', 191, createLines([0, '(voicemail service)']), { ...unseen, voicemail: 5 }),
  createRow('Harbor Freight Co.', '+16285550129', 'Fleet', 236, createLines([3 * day, '> Can you call me about unit 14?'], [0, '(called)']), {
    businessName: 'Harbor Freight Co.',
    call: { ring: 11, talk: 217 },
  }),
  createRow(
    'Noah Bergström',
    '+14155550188',
    'Main line',
    251,
    createLines([270, '(answered)'], [0, '< Here is the quote we talked about, Noah. It is good for seven days.']),
    { call: { ring: 8, talk: 305, by: ana } },
  ),
  createRow(null, '+15105550148', 'Parts', 304, createLines([0, '(answered)']), { call: { ring: 4, talk: 29, by: jo } }),
  createRow(
    'Chen Auto Body',
    '+15105550181',
    'Body shop',
    322,
    createLines([340, '< Any room for two bumpers this week?'], [0, '> We can take two more this week']),
    {
      businessName: 'Chen Auto Body',
    },
  ),
  createRow('Aisha Bello', '+14155550151', 'Main line', 366, createLines([0, '(answered)']), { call: { ring: 6, talk: 134, by: ana } }),
  createRow(
    'Peter Novak',
    '+15035550164',
    'Sales NW',
    3 * day + 200,
    createLines([3 * day, '> Thanks for the tour'], [0, '< Thanks, have a good weekend, Peter. The offer stands until Tuesday.']),
  ),
  createRow(null, '+19165550163', 'Service', 3 * day + 260, createLines([0, '(voicemail service)']), { voicemail: 7 }),
  createRow(
    'Rosa Jimenez',
    '+14155550169',
    'Service',
    3 * day + 310,
    createLines([12, '< Your car is ready, Rosa. Total is $219.'], [0, '> Is the warranty still valid?']),
  ),
  createRow('Kiran Patel', '+14155550174', 'Main line', 3 * day + 380, createLines([0, '(answered)']), { call: { ring: 9, talk: 512, by: jo } }),
  createRow('Wells & Sons', '+16285550135', 'Fleet', 4 * day + 120, createLines([60, '> Can you send last month again?'], [0, '< Invoice attached']), {
    businessName: 'Wells & Sons',
  }),
];

/** Contacts without a thread that the pictures of the palette show. */
export const knownContacts = [
  { name: 'Adela Lang', number: '+15035550119', city: 'Portland', state: 'OR' },
  { name: 'Adrian Klassen', number: '+19715550182', city: 'Portland', state: 'OR' },
] as const;

/** A written line, read as scripts are. */
export function parseOne(text: string) {
  const [episode] = parseScripts(`= one\n${text}`);
  const [line] = episode?.lines ?? [];
  if (!line) throw new Error(`Not a line: ${text}`);
  return line;
}
