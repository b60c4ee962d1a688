/** The labels every contender searches and the rows every table shows: the same on every machine. */

/** Numbers from 0 (included) to 1, in the same order for a seed (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const splitWords = (text: string): string[] => text.split(' ');
const givenNames = splitWords(
  'Aaron Abigail Adam Adriana Aisha Alan Alexander Alice Amara Amelia Ana Andrea Angela Anthony Anwar Arthur Asher Audrey Barbara Beatrice Benjamin Bianca Brandon Brenda Bruno Caleb Camila Carlos Carmen Caroline Cecilia Charles Chloe Christine Claire Clarence Connor Cynthia Dana Daniel Darius David Deborah Denise Diego Dominic Donna Dorothy Edward Eleanor Elena Elias Elijah Emily Emma Eric Esther Ethan Evelyn Fatima Felix Fiona Frances Francis Gabriel Gemma George Gloria Grace Gregory Hannah Harold Harriet Hassan Heather Helen Henry Hugo Ibrahim Irene Isaac Isabel Ivan Jack Jacob James Jamila Janet Jasmine Jason Jeffrey Jennifer Jeremy Jessica Joanna Joel Jonathan Jordan Joseph Joshua Juan Judith Julia Justin Karen Katherine Keith Kelly Kenneth Kevin Kimberly Kofi Kyle Larissa Laura Leah Leon Leonard Liam Lillian Linda Lorenzo Louis Lucas Lucy Luis Lydia Madison Malik Marcus Margaret Maria Mariana Mark Martin Mateo Matilda Matthew Maya Megan Melissa Michael Miguel Miriam Mohammed Monica Nadia Naomi Natalie Nathan Nicholas Nicole Nina Noah Nora Olga Olivia Omar Oscar Owen Pablo Pamela Patricia Paul Penelope Peter Philip Priya Rachel Rafael Raymond Rebecca Regina Renata Richard Robert Rosa Ruth Ryan Sabrina Samantha Samuel Sandra Sara Scott Sebastian Selma Sergio Sharon Simon Sofia Stella Stephen Susan Sylvia Tamara Teresa Theodore Thomas Tiffany Timothy Tobias Valeria Vanessa Veronica Victor Vincent Violet Walter Wendy William Xavier Yasmin Yolanda Yusuf Zachary Zoe',
);
const familyStarts = splitWords(
  'Ander Arm Ash Bar Beck Ben Berg Black Bran Brook Bur Cald Carl Cart Chand Clay Cole Cran Cross Dal Daw Den Doug Dun East Ed Ell Fair Farn Fitz Flet Fros Gar Gil God Gran Green Hal Ham Har Hay Hen Hol Hud Hun Ing Jack Jen Ken Kirk Knight Lam Lang Law Lin Lock Mac Mar May Mead Mer Mil Mor Nel New Nor Oak Os Pal Par Pat Pem Pen Pres Quin Ram Red Ric Rob Rock Ross Row Sal San Saw Sher Sim Stan Ster Stock Sum Tal Tem Thorn Tre Tur Under Val Van Wake Wal War Wat Web West Whit Wil Win Wood York',
);
const familyEnds = splitWords(
  'berg bridge brook burn bury by croft den dale don er field ford gate ham hurst ing land ley ling low man mer more ner nett over port ridge ry sen shaw sher smith son stead stone strom ter ton vale ville wald ward well wick wood worth',
);
const trades = splitWords(
  'Plumbing Roofing Dental Legal Motors Landscaping Electric Realty Insurance Bakery Fitness Catering Cleaning Flooring Heating Logistics Orthodontics Pediatrics Veterinary Windows Painting Solar Storage Travel Tutoring Upholstery Waterproofing Pharmacy Masonry Optics Printing Security Software Staffing Surveying Textiles',
);
const places = splitWords(
  'Adams Alpine Aspen Atlantic Bayside Beacon Birch Bluebird Boulder Bridgeport Canyon Capital Cascade Cedar Clearwater Coastal Copper Crescent Crown Cypress Dogwood Eagle Evergreen Falcon Frontier Garnet Glacier Golden Granite Harbor Harvest Heritage Highland Horizon Ironwood Ivory Juniper Keystone Lakeside Laurel Liberty Lighthouse Magnolia Maple Meadow Meridian Midtown Mountain Northwind Oakridge Ocean Olive Orchard Pacific Palisade Pioneer Prairie Redwood Ridgeline River Sapphire Seaside Sierra Silver Spruce Sterling Summit Sunrise Timber Trident Union Valley Vista Westgate Willow',
);
const forms = ['', '', '', ' Group', ' Partners', ' Co', ' Services', ' of Portland', ' of Austin', ' of Denver', ' & Sons'];
const verbs = splitWords(
  'Add Archive Assign Block Cancel Change Clear Close Copy Create Delete Duplicate Edit Export Filter Forward Hide Import Label Mark Merge Move Mute Open Pause Pin Print Refresh Rename Reply Restore Resume Save Schedule Select Send Share Show Snooze Sort Split Start Stop Tag Transfer Unarchive Undo Unpin',
);
const objects = [
  'conversation',
  'contact',
  'note',
  'number',
  'campaign',
  'recording',
  'voicemail',
  'transcript',
  'group',
  'template',
  'pane',
  'column',
  'filter',
  'report',
  'invoice',
  'user',
  'company',
  'keyword',
  'schedule',
  'greeting',
  'call flow',
  'text message',
];

/** Searchable labels: a title, and a phone number (E.164) where the label has one. */
export interface Label {
  readonly id: string;
  readonly kind: 'command' | 'company' | 'person' | 'number';
  readonly title: string;
  readonly phone?: string;
}

type Random = () => number;
const pick = <T>(random: Random, from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
const createDigits = (random: Random, count: number): string => Array.from({ length: count }, () => Math.floor(random() * 10)).join('');
const createPhone = (random: Random): string =>
  `+1${2 + Math.floor(random() * 8)}${createDigits(random, 2)}${2 + Math.floor(random() * 8)}${createDigits(random, 6)}`;
const createPersonName = (random: Random): string => `${pick(random, givenNames)} ${pick(random, familyStarts)}${pick(random, familyEnds)}`;
const createCompanyName = (random: Random): string =>
  `${pick(random, places)}${random() < 0.3 ? ` ${pick(random, places)}` : ''} ${pick(random, trades)}${pick(random, forms)}`;

/** Entries the twenty queries look for; among the first of every set. */
export const planted: readonly Label[] = [
  { id: 'p1', kind: 'person', title: 'Marguerite Oyelaran', phone: '+12065550173' },
  { id: 'p2', kind: 'person', title: 'Bartholomew Quigley', phone: '+13125558842' },
  { id: 'p3', kind: 'person', title: 'Ingrid Szymborska', phone: '+15035557719' },
  { id: 'p4', kind: 'person', title: 'Tadeo Villalobos', phone: '+14155552397' },
  { id: 'p5', kind: 'person', title: 'Philippa Wrexham', phone: '+16175554468' },
  { id: 'p6', kind: 'person', title: 'Kwabena Asantewaa', phone: '+17025556631' },
  { id: 'p7', kind: 'person', title: "Siobhán O'Shaughnessy", phone: '+19715551286' },
  { id: 'c1', kind: 'company', title: 'Zephyr Quarry Kayak Xylophones' },
  { id: 'c2', kind: 'company', title: 'Blackthorn Observatory Supply' },
  { id: 'c3', kind: 'company', title: 'Kingfisher Upholstery Workshop Xenia' },
  { id: 'c4', kind: 'company', title: 'Vanderhoeven Aquatics' },
  { id: 'c5', kind: 'company', title: 'Jubilee Zinc Fabricators' },
  { id: 'n1', kind: 'number', title: 'Yakima overflow line', phone: '+15095559034' },
  { id: 'n2', kind: 'number', title: 'Quebec after hours', phone: '+14185552751' },
  { id: 'k1', kind: 'command', title: 'Verify toll-free number' },
  { id: 'k2', kind: 'command', title: 'Toggle whisper recording' },
  { id: 'k3', kind: 'command', title: 'Unsubscribe everyone in group' },
  { id: 'k4', kind: 'command', title: 'Zoom focused pane' },
];

/** So many labels: 2 % commands, 18 % companies, 60 % people, 20 % numbers, and those the queries look for. */
export function createLabels(count: number, seed = 11): Label[] {
  const random = createRandom(seed);
  const labels: Label[] = [...planted];
  for (let at = labels.length; at < count; at += 1) {
    const part = at % 50;
    const id = `e${at}`;
    if (part === 0) labels.push({ id, kind: 'command', title: `${pick(random, verbs)} ${pick(random, objects)} ${at}` });
    else if (part < 10) labels.push({ id, kind: 'company', title: createCompanyName(random) });
    else if (part < 40) labels.push({ id, kind: 'person', title: createPersonName(random), phone: createPhone(random) });
    else labels.push({ id, kind: 'number', title: `${pick(random, places)} ${pick(random, trades)} line`, phone: createPhone(random) });
  }
  return labels;
}

/** One label as the one string the peers search: the title and the plain digits. */
export const formatLabel = ({ title, phone: number }: Label): string => (number === undefined ? title : `${title} ${number.slice(1)}`);

/** A row of the table of ten columns. */
export interface CallRow {
  readonly id: number;
  readonly name: string;
  readonly phone: string;
  readonly company: string;
  readonly line: string;
  readonly direction: string;
  readonly status: string;
  readonly duration: string;
  readonly startedAt: string;
  readonly agent: string;
  readonly note: string;
}

/** So many rows, newest first. */
export function createRows(count: number, seed = 23): CallRow[] {
  const random = createRandom(seed);
  return Array.from({ length: count }, (_, at): CallRow => {
    const seconds = Math.floor(random() * 1_800);
    return {
      id: count - at,
      name: createPersonName(random),
      phone: createPhone(random),
      company: createCompanyName(random),
      line: `${pick(random, places)} line`,
      direction: random() < 0.7 ? 'Inbound' : 'Outbound',
      status: pick(random, ['Answered', 'Missed', 'Voicemail', 'Busy']),
      duration: `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`,
      startedAt: new Date(Date.UTC(2026, 10, 20) - at * 61_000).toISOString().slice(0, 16).replace('T', ' '),
      agent: pick(random, givenNames),
      note: `${pick(random, verbs)} ${pick(random, objects)} for ${pick(random, places)} ${pick(random, trades).toLowerCase()}`,
    };
  });
}

/** The ten columns: the key of the row, the title, the width in pixels. */
export const columns = [
  ['name', 'Name', 160],
  ['phone', 'Phone', 120],
  ['company', 'Company', 190],
  ['line', 'Line', 120],
  ['direction', 'Direction', 80],
  ['status', 'Status', 80],
  ['duration', 'Duration', 70],
  ['startedAt', 'Started', 130],
  ['agent', 'Agent', 90],
  ['note', 'Note', 220],
] as const satisfies readonly (readonly [keyof CallRow, string, number])[];
