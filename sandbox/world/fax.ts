/** Draws the fax pages of the world: letters in a 5 × 7 bitmap font, as one-bit PNG files. */
import { crc32, deflateSync } from 'node:zlib';

const width = 850;
const height = 1100;
const scale = 2;
const margin = 70;
const lineHeight = 24;

/** Each glyph is seven rows of five dots, as digits of base 32. */
// biome-ignore format: a font is read as a table
const glyphs: Readonly<Record<string, string>> = {
  A: 'ehhvhhh', B: 'uhhuhhu', C: 'ehggghe', D: 'uhhhhhu', E: 'vgguggv', F: 'vgguggg', G: 'ehgnhhf', H: 'hhhvhhh', I: 'e44444e', J: '72222ic',
  K: 'hikokih', L: 'ggggggv', M: 'hrllhhh', N: 'hhpljhh', O: 'ehhhhhe', P: 'uhhuggg', Q: 'ehhhlid', R: 'uhhukih', S: 'fgge11u', T: 'v444444',
  U: 'hhhhhhe', V: 'hhhhha4', W: 'hhhllla', X: 'hha4ahh', Y: 'hhha444', Z: 'v1248gv', 0: 'ehjlphe', 1: '4c4444e', 2: 'eh1248v', 3: 'v2421he',
  4: '26aiv22', 5: 'vgu11he', 6: '68guhhe', 7: 'v124888', 8: 'ehhehhe', 9: 'ehhf12c', '.': '00000cc', ',': '0000c48', ':': '0cc0cc0',
  '-': '000v000', '/': '01248g0', '$': '4fkelu4', '&': 'cik8lid', '(': '2488842', ')': '8422248', '#': 'aavavaa', '_': '000000v', "'": '4480000', '+': '044v440',
};

/** A document that was faxed: its lines, page by page. */
// biome-ignore format: a page is read line by line
const documents = {
  order: [
    ['NORTHWIND MOTORS', 'FLEET DESK', '', 'PURCHASE ORDER', '', 'UNITS      4', 'BODY       CARGO VAN, WHITE', 'UPFIT      PARTITION, FLOOR MATS', 'LEAD TIME  6 WEEKS', '', 'PRICE PER UNIT, DELIVERED      $38,450.00', 'FIRST SERVICE                  INCLUDED', '', 'TOTAL                          $153,800.00'],
    ['TERMS', '', '1. PAYMENT WITHIN 30 DAYS OF DELIVERY.', '2. DELIVERY TO THE DEPOT NAMED ON PAGE 1.', '3. CHANGES UNTIL THE DATE OF PRODUCTION.', '', '', 'SIGNED FOR THE BUYER', '', '______________________________', '', 'DATE  ________________________'],
  ],
  agreement: [
    ['SERVICE AGREEMENT', '', 'BETWEEN THE SHOP AND THE CUSTOMER NAMED BELOW.', '', '1. WHAT IS COVERED', 'OIL, FILTERS, BRAKES, TIRES AND TWO INSPECTIONS', 'A YEAR, FOR EVERY VEHICLE ON THE LIST.', '', '2. WHAT IT COSTS', '$129.00 A MONTH AND VEHICLE, BILLED MONTHLY.'],
    ['3. HOW TO BOOK', 'BY PHONE OR TEXT, ONE DAY AHEAD.', '', '4. LOANERS', 'ONE LOANER FOR EVERY FIVE VEHICLES, FREE OF', 'CHARGE, WHEN WORK TAKES LONGER THAN A DAY.', '', '5. HOW IT ENDS', 'BY EITHER SIDE, WITH 30 DAYS NOTICE.'],
    ['VEHICLES', '', '#1   CARGO VAN    2024', '#2   CARGO VAN    2024', '#3   PICKUP       2023', '#4   PICKUP       2022', '', 'SIGNED', '', '______________________________'],
  ],
  referral: [
    ['REFERRAL', '', 'TO    RECEPTION', 'RE    PATIENT RECORDS', '', 'PLEASE FIND THE RECORDS YOU ASKED FOR ON THE', 'FOLLOWING PAGES. CALL US WITH ANY QUESTION.'],
  ],
  letter: [
    ['LETTER OF AUTHORIZATION', '', 'WE ASK OUR CARRIER TO RELEASE THE NUMBERS OF', 'THE ACCOUNT NAMED BELOW.', '', 'ACCOUNT    NORTHWIND MOTORS LLC', 'ADDRESS    1200 HARBOR WAY, SAN FRANCISCO', '', 'SIGNED', '', '______________________________'],
  ],
  bill: [
    ['STATEMENT OF ACCOUNT', '', 'CUSTOMER   NORTHWIND MOTORS LLC', 'ACCOUNT    NW-556677', '', 'LINES                              $84.00', 'TAXES AND FEES                     $11.42', '', 'TOTAL                              $95.42'],
  ],
  quote: [
    ['QUOTE', '', 'VEHICLE                        $29,900.00', 'DOCUMENTS AND PLATES              $685.00', 'SALES TAX                       $2,840.50', 'TRADE-IN                       -$8,200.00', '', 'OUT THE DOOR                   $25,225.50', '', 'GOOD FOR SEVEN DAYS.'],
  ],
} as const satisfies Record<string, readonly (readonly string[])[]>;
export type DocumentName = keyof typeof documents;
/** Documents to fax. */
export const documentNames = ['order', 'agreement', 'referral', 'letter', 'bill', 'quote'] as const satisfies readonly DocumentName[];

/** A drawn page and where it is kept. */
interface FaxPage {
  readonly key: string;
  readonly name: string;
  readonly bytes: Uint8Array;
}

const drawn = new Map<DocumentName, readonly FaxPage[]>();

/** The pages of a document; drawn once. */
export function listPages(name: DocumentName): readonly FaxPage[] {
  let pages = drawn.get(name);
  if (!pages) {
    pages = documents[name].map((lines, index) => ({
      key: `demo/${name}-${index + 1}.png`,
      name: `${name}-${index + 1}.png`,
      bytes: drawPage(lines, `PAGE ${index + 1} OF ${documents[name].length}`),
    }));
    drawn.set(name, pages);
  }
  return pages;
}

/** Every page of every document. */
export const listAllPages = (): FaxPage[] => (Object.keys(documents) as DocumentName[]).flatMap((name) => listPages(name));

function drawPage(lines: readonly string[], footer: string): Uint8Array {
  const rowBytes = 1 + Math.ceil(width / 8);
  const raw = new Uint8Array(rowBytes * height).fill(0xff);
  for (let row = 0; row < height; row++) raw[row * rowBytes] = 0;
  const dot = (x: number, y: number) => {
    const at = y * rowBytes + 1 + (x >> 3);
    raw[at] = (raw[at] ?? 0) & ~(0x80 >> (x & 7));
  };
  lines.forEach((line, index) => {
    drawLine(line, margin, margin + index * lineHeight * (index === 0 ? 1 : 1.25), index === 0 ? scale + 1 : scale, dot);
  });
  drawLine(footer, margin, height - margin, scale, dot);
  return toPng(raw);
}

function drawLine(line: string, left: number, top: number, size: number, dot: (x: number, y: number) => void): void {
  [...line].forEach((letter, at) => {
    [...(glyphs[letter] ?? '0000000')].forEach((row, y) => {
      const bits = Number.parseInt(row, 32) || 0;
      for (let x = 0; x < 5; x++) {
        if (!(bits & (16 >> x))) continue;
        for (let cell = 0; cell < size * size; cell++) dot(left + (at * 6 + x) * size + (cell % size), Math.round(top) + y * size + Math.floor(cell / size));
      }
    });
  });
}

function toPng(raw: Uint8Array): Uint8Array {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.writeUInt8(1, 8);
  const part = (name: string, data: Uint8Array) => {
    const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
    const frame = Buffer.alloc(8);
    frame.writeUInt32BE(data.length, 0);
    frame.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
  };
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, part('IHDR', header), part('IDAT', deflateSync(raw)), part('IEND', Buffer.alloc(0))]);
}
