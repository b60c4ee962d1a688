/**
 * Words that opt out of a company's texts or back in (COMPLIANCE.md). A text that is wholly such a word acts at once; one that only sounds like it is
 * flagged, and a person decides.
 */

const stopWords = new Set('STOP,STOPALL,STOP ALL,UNSUBSCRIBE,UNSUB,CANCEL,END,QUIT,REVOKE,OPTOUT,OPT OUT,REMOVE,ARRET,TD'.split(','));
const startWords = new Set(['START', 'YES', 'UNSTOP', 'SUBSCRIBE']);

type OptWord = 'stop' | 'start';

/** Hides in a text without being seen: marks on letters, zero-width characters, marks of direction, controls, private and unassigned characters, blank letters. */
const invisible = /[\p{M}\p{Cf}\p{Cc}\p{Co}\p{Cn}\p{Cs}\u115f\u1160\u3164\uffa0]/gu;

/** Letters of other scripts, and small capitals, that look like letters of the words: `SТОР` with three Cyrillic ones. Small ones first, whose capitals look like another. */
const lookAlikes: ReadonlyMap<string, string> = new Map(
  [
    ['υνηγωѡ', 'UVNYWW'],
    ['АВСЕҒНІӀЈКМОРЅТУХԚԜҺѴӨԀԌ', 'ABCEFHIIJKMOPSTYXQWHVODG'],
    ['ΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹΘ', 'ABEZHIKMNOPTYXCO'],
    ['ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ', 'ABCDEFGHIJKLMNOPRSTUVWYZ'],
    ['ᏚᎢᏟᎬᏢᎪᏴᏒØŁĐꓢꓔꓳꓑ', 'STCEPABROLDSTOP'],
  ].flatMap(([from = '', to = '']) => [...from].map((letter, at): [string, string] => [letter, [...to][at] ?? letter])),
);
const latin = (text: string) => [...text].map((letter) => lookAlikes.get(letter) ?? lookAlikes.get(letter.toUpperCase()) ?? letter).join('');

/** A text as it is compared: capitals of our alphabet without accents, punctuation, symbols and invisible characters, one blank between words. */
const plainWords = (body: string): string =>
  latin(body.normalize('NFKD').replace(/\s+/gu, ' ').replace(invisible, ''))
    .replace(/[\p{P}\p{S}\s]+/gu, ' ')
    .trim()
    .toUpperCase();

/** The shortest words whose repetition a text is: `STOP STOP` says `STOP`. */
function withoutRepeats(words: string): string {
  const parts = words.split(' ');
  for (let size = 1; size <= parts.length / 2; size += 1) {
    if (parts.length % size === 0 && parts.every((part, index) => part === parts[index % size])) return parts.slice(0, size).join(' ');
  }
  return words;
}

/** Stop words as they are written without blanks, again and again: `STOPSTOP`. `TD` is too short to be meant by two letters. */
const written = new RegExp(
  `^(?:${[...stopWords]
    .filter((word) => word.length > 2)
    .map((word) => `(?:${word.replace(' ', '')})+`)
    .join('|')})$`,
);
/** Spelled out, `S T O P` or `s.t.o.p`, or in one piece. */
const isWritten = (words: string) => /^(?:\S+|\S(?: \S)+)$/.test(words) && written.test(words.replaceAll(' ', ''));

/** Characters of a text that are looked at: no opt-out word is longer, however often it is repeated. */
const maxCharacters = 400;

/** The opt-out or opt-in word that a whole text is; null for any other text. */
export function parseOptKeyword(body: string): OptWord | null {
  const words = plainWords(body);
  if (words.length > maxCharacters) return null;
  const word = withoutRepeats(words);
  if (stopWords.has(word) || isWritten(words)) return 'stop';
  return startWords.has(word) ? 'start' : null;
}

const polite = '(?:PLEASE|PLS|PLZ|JUST|OK|NOW|IT|THIS|THAT|ALREADY|THANKS|THANK YOU|POR FAVOR|YA)';
/** Phrases of people who want no more texts and do not know the keyword. */
const phrases: readonly RegExp[] = [
  new RegExp(`^(?:${polite} )*(?:STOP|STOPALL|QUIT|CANCEL|END|REMOVE|ALTO|BASTA|PARE|BAJA|CANCELAR|DETENER|DETENGA|ARRETEZ?)(?: ${polite})*$`),
  /\b(?:STOP|QUIT|CEASE)(?: \w+){0,2} (?:TEXTS?|TEXTING|MESSAGES?|MESSAGING|MSGS?|SMS|SENDING|CONTACTING|CALLING|SPAM|SPAMMING|BOTHERING|HARASSING)\b/,
  /\b(?:DO NOT|DON ?T|NEVER) (?:EVER )?(?:TEXT|MESSAGE|CONTACT|MSG|SMS|WRITE)\b/,
  /^STO+P+$/,
  /^(?:STOP|UNSUBSCRIBE)(?: \d+)+$/,
  /^(?:(?:TXT|TEXT|REPLY|RE|SEND|ANSWER|SMS) )+(?:WITH )?(?:STOP|STOPALL|UNSUBSCRIBE|CANCEL|QUIT)\b/,
  /^(?:NO MORE|NO MAS|YA NO)$/,
  /\bNO MORE (?:TEXTS?|MESSAGES?|SMS|SPAM)\b/,
  /\b(?:TAKE|REMOVE|DELETE) (?:ME|MY (?:NUMBER|NAME|PHONE)|THIS NUMBER)\b/,
  /\b(?:UNSUBSCRIBE|UNSUB|OPT(?:ED|ING)?(?: ME)? ?OUT|STOPALL|DESABONNE[RZ]?)\b/,
  /\bLEAVE ME ALONE\b/,
  /\bNO (?:ME |MAS )(?:ENVIEN?|MANDEN?|ESCRIBAN?|MENSAJES|TEXTOS)\b/,
  /\bDEJ(?:E|EN|A) DE (?:ENVIAR|MANDAR|ESCRIBIR|MOLESTAR)/,
  /\bPLUS DE (?:SMS|TEXTOS?|MESSAGES?)\b/,
];

/** Digits that are written for letters: `ST0P`. */
const letterOf: Readonly<Record<string, string>> = { 0: 'O', 1: 'I', 3: 'E', 5: 'S', 7: 'T' };

/** A text of stop signs alone. */
const stopSigns = /^(?:\s|\ufe0f|[\u{1f6d1}\u{1f6ab}\u26d4\u270b\u{1f590}])+$/u;

/** True for a text that is no opt-out word but sounds like one: a person confirms or dismisses it. */
export function soundsLikeOptOut(body: string): boolean {
  if (parseOptKeyword(body) !== null) return false;
  const words = plainWords(body).slice(0, maxCharacters);
  const spelled = words.replace(/[01357]/g, (digit) => letterOf[digit] ?? digit);
  const saysSo = (text: string) => parseOptKeyword(text) === 'stop' || phrases.some((phrase) => phrase.test(text));
  // A signature may stand below the word.
  return (
    stopSigns.test(body) ||
    saysSo(words) ||
    saysSo(spelled) ||
    body
      .slice(0, maxCharacters)
      .split(/[\r\n]+/)
      .some((line) => parseOptKeyword(line) === 'stop')
  );
}
