/** Segments of a text message: how many parts the carrier bills (COMPLIANCE.md, Segments). Pure; the composer and the server count alike. */
import { formatNumber } from './number.ts';

/** The basic GSM-7 alphabet; each of these counts one. */
const basic = new Set('@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà');

/** Characters behind an escape; each of these counts two. */
const extended = new Set('^{}\\[~]|€\f');

type Encoding = 'GSM-7' | 'UCS-2';

/** Units of a single message and of each part when there are several; a toll-free line of the US has one less in several parts. */
const capacity = {
  'GSM-7': { single: 160, part: 153, tollFreePart: 152 },
  'UCS-2': { single: 70, part: 67, tollFreePart: 66 },
} as const;

interface Segments {
  readonly encoding: Encoding;
  /** Parts the carrier bills; 0 for an empty text. */
  readonly count: number;
  /** Units the text takes: GSM-7 characters (extended ones two) or UTF-16 units. */
  readonly units: number;
  /** Units that still fit into the last part. */
  readonly left: number;
  /** Characters that turn the text to UCS-2, each once. */
  readonly offenders: readonly string[];
}

/** The units of each character: neither an escape pair nor a surrogate pair is ever divided. */
function countUnits(characters: readonly string[], encoding: Encoding): number[] {
  return characters.map((character) => (encoding === 'UCS-2' ? character.length : extended.has(character) ? 2 : 1));
}

/** '1 segment', '3 segments'. */
export const formatSegments = (count: number): string => (count === 1 ? '1 segment' : `${formatNumber(count)} segments`);

/** Counts the segments of a text. */
export function countSegments(text: string, isTollFree = false): Segments {
  const characters = [...text];
  const offenders = [...new Set(characters.filter((character) => !basic.has(character) && !extended.has(character)))];
  const encoding: Encoding = offenders.length > 0 ? 'UCS-2' : 'GSM-7';
  const sizes = countUnits(characters, encoding);
  const units = sizes.reduce((sum, size) => sum + size, 0);
  const { single, part, tollFreePart } = capacity[encoding];
  if (units <= single) return { encoding, count: units === 0 ? 0 : 1, units, left: single - units, offenders };
  const room = isTollFree ? tollFreePart : part;
  let count = 1;
  let used = 0;
  for (const size of sizes) {
    if (used + size > room) {
      count += 1;
      used = 0;
    }
    used += size;
  }
  return { encoding, count, units, left: room - used, offenders };
}

/** The texts of the parts, in order: together they are the text. */
export function splitSegments(text: string, isTollFree = false): string[] {
  const { encoding, count } = countSegments(text, isTollFree);
  if (count <= 1) return text === '' ? [] : [text];
  const room = isTollFree ? capacity[encoding].tollFreePart : capacity[encoding].part;
  const parts: string[] = [''];
  let used = 0;
  for (const character of text) {
    const [size = 1] = countUnits([character], encoding);
    if (used + size > room) {
      parts.push('');
      used = 0;
    }
    parts[parts.length - 1] += character;
    used += size;
  }
  return parts;
}
