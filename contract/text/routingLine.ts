/**
 * The routing of a number as one line of text, to be typed, pasted and compared:
 * `1 "Advisors" → +1 415-555-0120, +1 415-555-0121 stagger 20s confirm; 2 → voicemail "Service after hours"`.
 * A printed line reads back as the same routes.
 */
import type { RingRoute, RouteType } from '../routing/entities.ts';
import { routeDefaults, routingLimits } from '../routing/limits.ts';
import { getRouteType } from '../routing/rules.ts';
import { createParseError, type ParseError, type ParseResult, type Piece, splitPieces, trimPiece } from './parseError.ts';
import { displayPhone } from './phone.ts';

/** Data of the company that reading and printing need. */
interface RoutingTextContext {
  /** A number as it was typed in E.164; null when it is none. */
  parsePhone(typed: string): string | null;
  createId(): string;
  /** Routes there were: a route of the same extension, a phone of the same number keep their ids. */
  readonly before?: readonly RingRoute[];
  readonly preset: number;
  /** Greetings and music by name; those without a name are written as `#12`. */
  readonly names?: readonly { readonly id: number; readonly name: string }[];
}

const arrowPattern = /→|->|=>/;

const quotedPattern = /^["“]([^"“”]*)["”]/;

/** The text with what stands in quotes made plain: an arrow in a label is none. */
const maskQuotes = (text: string): string => text.replace(/["“][^"“”]*["”]/g, (words) => '_'.repeat(words.length));

const options = ['stagger', 'timeout', 'confirm', 'own-id', 'music', 'else'] as const;

const routeTypeWords = new Map<string, RouteType>([
  ['geo', 'geo'],
  ['app', 'in-app-calling'],
]);

interface Draft {
  type: RouteType | undefined;
  forwards: { number: string; piece: Piece }[];
  isVoicemail: boolean;
  stagger: boolean;
  timeout: number;
  confirmKey: boolean;
  confirmKeyWait: number;
  callerIdPassThru: boolean;
  onholdMusicId: number | null;
  voicemailGreetingId: number | null;
}

const knownWords: readonly string[] = ['voicemail', ...routeTypeWords.keys(), ...options];

const formatSuggestion = (word: string): string => {
  const guess = knownWords.find((each) => each.startsWith(word.slice(0, 2)));
  return guess ? `: did you mean ${guess}?` : `. Use ${knownWords.join(', ')}.`;
};

/** Reads the right side of an arrow, word by word. */
class RouteParser {
  readonly faults: ParseError[] = [];
  readonly draft: Draft = { ...routeDefaults, type: undefined, forwards: [], isVoicemail: false };
  private readonly piece: Piece;
  private readonly world: RoutingTextContext;
  private at = 0;

  constructor(piece: Piece, world: RoutingTextContext) {
    this.piece = piece;
    this.world = world;
  }

  private consume(pattern: RegExp): Piece | null {
    const [text] = pattern.exec(this.piece.text.slice(this.at)) ?? [];
    if (text === undefined || text === '') return null;
    const from = this.piece.from + this.at;
    this.at += text.length;
    return trimPiece({ text, from, to: from + text.length });
  }

  parse(): void {
    for (this.consume(/^[\s,]+/); this.at < this.piece.text.length; this.consume(/^[\s,]+/)) {
      const word = this.consume(/^[A-Za-z][A-Za-z-]*/);
      if (word) this.parseWord(word);
      else this.parseForward(this.consume(/^(?:[^\s,;"“A-Za-z]|\s(?=[\d(]))+/) ?? this.consume(/^["“][^"“”]*["”]?/) ?? this.consume(/^\S+/));
    }
  }

  private parseForward(piece: Piece | null): void {
    if (!piece) return;
    if (/^["“#]/.test(piece.text)) return void this.faults.push(createParseError(piece, `${piece.text} is only allowed after voicemail or music`));
    const number = this.world.parsePhone(piece.text);
    if (number === null) this.faults.push(createParseError(piece, `“${piece.text}” is not a phone number`));
    else if (this.draft.forwards.some((forward) => forward.number === number))
      this.faults.push(createParseError(piece, `${displayPhone(number)} appears twice`));
    else this.draft.forwards.push({ number, piece });
  }

  private parseSeconds([least, most]: readonly [number, number], otherwise: number): number {
    const piece = this.consume(/^\s*\d+\s*(?:seconds\b|sec\b|s\b)?(?!\d)/i);
    if (!piece) return otherwise;
    const value = Number.parseInt(piece.text, 10);
    if (value < least || value > most) this.faults.push(createParseError(piece, `From ${least} to ${most} seconds`));
    return value;
  }

  private parseName(): number | null {
    const piece = this.consume(/^\s*(?:#\d+|["“][^"“”]*["”])/);
    if (!piece) return null;
    const name = quotedPattern.exec(piece.text)?.[1];
    const id = name === undefined ? Number(piece.text.slice(1)) : this.world.names?.find((each) => each.name === name)?.id;
    if (id === undefined) this.faults.push(createParseError(piece, `No greeting named “${piece.text.replace(/^"|"$/g, '')}”`));
    return id ?? null;
  }

  private parseWord(piece: Piece): void {
    const { draft } = this;
    const word = piece.text.toLowerCase();
    const type = routeTypeWords.get(word);
    if (type !== undefined) draft.type = type;
    else if (word === 'voicemail') {
      draft.isVoicemail = true;
      draft.voicemailGreetingId = this.parseName();
    } else if (word === 'stagger' || word === 'timeout') {
      if (word === 'stagger') draft.stagger = true;
      draft.timeout = this.parseSeconds(routingLimits.timeout, draft.timeout);
    } else if (word === 'confirm') {
      draft.confirmKey = this.consume(/^\s*off\b/i) === null;
      draft.confirmKeyWait = this.parseSeconds(routingLimits.confirmKeyWait, draft.confirmKeyWait);
    } else if (word === 'own-id') draft.callerIdPassThru = false;
    else if (word === 'music') draft.onholdMusicId = this.parseRequiredName(piece, 'Add the music’s name, such as music "Drift"');
    else if (word === 'else') draft.voicemailGreetingId = this.parseRequiredName(piece, 'Add the voicemail greeting’s name, such as else "After hours"');
    else {
      this.faults.push(createParseError(piece, `“${piece.text}” isn’t recognized${formatSuggestion(word)}`));
      this.consume(/^[^,;]*/);
    }
  }

  private parseRequiredName(piece: Piece, without: string): number | null {
    const before = this.faults.length;
    const id = this.parseName();
    if (id === null && this.faults.length === before) this.faults.push(createParseError(piece, without));
    return id;
  }
}

interface Head {
  readonly extension: number;
  readonly label: string;
  readonly piece: Piece;
}

function parseHead(piece: Piece, isOnly: boolean, faults: ParseError[]): Head {
  const [, digits, label] = /^(?:ext(?:ension)?\.?\s*)?(\d*)\s*(?:["“]([^"“”]*)["”])?$/i.exec(piece.text) ?? [];
  const extension = digits === undefined || digits === '' ? routeDefaults.extension : Number(digits);
  if (digits === undefined) faults.push(createParseError(piece, `“${piece.text}” is not an extension. Use a number, then →.`));
  else if (digits === '' && !isOnly) faults.push(createParseError(piece, 'Add an extension before the arrow'));
  else if (extension > routingLimits.highestExtension) faults.push(createParseError(piece, `Extensions go up to ${routingLimits.highestExtension}`));
  if ((label ?? '').length > routingLimits.labelLength) faults.push(createParseError(piece, `A label has at most ${routingLimits.labelLength} characters`));
  return { extension, label: label ?? '', piece };
}

function toRoute({ extension, label }: Head, draft: Draft, { before = [], createId, preset }: RoutingTextContext): RingRoute {
  const old = before.find((route) => route.extension === extension);
  const forwards = draft.forwards.map(({ number }) => old?.forwards.find((forward) => forward.number === number) ?? { id: createId(), number });
  const { type, isVoicemail: _, ...rest } = draft;
  return { ...rest, id: old?.id ?? createId(), extension, label, forwards, type: getRouteType({ type, forwards, stagger: draft.stagger }, preset) };
}

function parseRoute(piece: Piece, isOnly: boolean, world: RoutingTextContext, faults: ParseError[]): { head: Head; route: RingRoute } | null {
  const sign = arrowPattern.exec(maskQuotes(piece.text));
  if (!sign && !isOnly) {
    faults.push(createParseError(piece, 'Use: extension → destination, such as 1 → +1 212 555 0123'));
    return null;
  }
  const at = sign?.index ?? 0;
  const head = parseHead(trimPiece({ text: piece.text.slice(0, at), from: piece.from, to: piece.from + at }), isOnly, faults);
  const start = at + (sign?.[0].length ?? 0);
  const reader = new RouteParser({ text: piece.text.slice(start), from: piece.from + start, to: piece.to }, world);
  reader.parse();
  const { draft } = reader;
  faults.push(...reader.faults);
  if (reader.faults.length > 0) return null;
  if (draft.forwards.length > routingLimits.forwards) faults.push(createParseError(piece, `At most ${routingLimits.forwards} phones`));
  if (draft.isVoicemail && draft.forwards[0]) faults.push(createParseError(draft.forwards[0].piece, 'Use either voicemail or destinations, not both'));
  if (!draft.isVoicemail && draft.forwards.length === 0 && draft.type === undefined) faults.push(createParseError(piece, 'Enter a phone number or voicemail'));
  return { head, route: toRoute(head, draft, world) };
}

/** Reads a line. Every fault is told, each at its word. */
export function parseRoutingText(text: string, world: RoutingTextContext): ParseResult<RingRoute[]> {
  const pieces = splitPieces({ text, from: 0, to: text.length }, /[;\n]/)
    .map(trimPiece)
    .filter((piece) => piece.text !== '');
  const faults: ParseError[] = [];
  const routes: RingRoute[] = [];
  for (const piece of pieces) {
    const read = parseRoute(piece, pieces.length === 1, world, faults);
    if (!read) continue;
    const isTwice = routes.some(({ extension }) => extension === read.route.extension);
    if (isTwice) faults.push(createParseError(read.head.piece, `Extension ${read.route.extension} appears twice`));
    routes.push(read.route);
  }
  if (pieces.length > routingLimits.routes) faults.push(createParseError({ from: 0, to: text.length }, `At most ${routingLimits.routes} routes`));
  if (faults.length > 0) return { ok: false, faults: faults.sort((a, b) => a.from - b.from) };
  return { ok: true, value: routes.sort((a, b) => a.extension - b.extension) };
}

type Names = RoutingTextContext['names'];

const formatName = (id: number, names: Names) => {
  const name = names?.find((each) => each.id === id)?.name;
  return name === undefined || /["“”]/.test(name) || names?.find((each) => each.name === name)?.id !== id ? `#${id}` : `"${name}"`;
};

function formatRoute(route: RingRoute, names: Names): string {
  const { forwards, timeout, stagger, confirmKey, confirmKeyWait } = route;
  const typed = [...routeTypeWords].find(([, type]) => type === route.type)?.[0];
  const phones = forwards.map(({ number }) => displayPhone(number)).join(', ');
  const greeting = route.voicemailGreetingId === null ? '' : formatName(route.voicemailGreetingId, names);
  const isVoicemail = phones === '' && typed === undefined;
  const wait = confirmKeyWait === routeDefaults.confirmKeyWait ? '' : ` ${confirmKeyWait}s`;
  const parts = [
    typed ?? '',
    phones,
    isVoicemail ? `voicemail ${greeting}`.trim() : '',
    stagger ? `stagger ${timeout}s` : timeout === routeDefaults.timeout ? '' : `timeout ${timeout}s`,
    confirmKey ? `confirm${wait}` : wait === '' ? '' : `confirm off${wait}`,
    route.callerIdPassThru ? '' : 'own-id',
    route.onholdMusicId === null ? '' : `music ${formatName(route.onholdMusicId, names)}`,
    isVoicemail || greeting === '' ? '' : `else ${greeting}`,
  ];
  return `${route.extension}${route.label === '' ? '' : ` "${route.label}"`} → ${parts.filter((part) => part !== '').join(' ')}`;
}

/** The line of routes. `else` names the greeting that is heard when no phone answers. */
export const formatRoutingLine = (routes: readonly RingRoute[], names?: Names): string => routes.map((route) => formatRoute(route, names)).join('; ');
