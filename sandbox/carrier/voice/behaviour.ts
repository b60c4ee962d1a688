/** Behaviour of outside people on the phone: those who are called and those who call. The sandbox plays these tables, its page prints them, tests read them. */

/** A phone that is called. Seconds of ringing; `presses`: the key somebody presses who is asked to take the call; `hangsUpAfter`: seconds they talk at most. */
export type PhoneBehaviour =
  | { readonly kind: 'answers'; readonly after: number; readonly presses: string | null; readonly hangsUpAfter?: number }
  | { readonly kind: 'busy' }
  | { readonly kind: 'rejects'; readonly after: number }
  | { readonly kind: 'noAnswer' }
  | { readonly kind: 'notInService' }
  /** Nobody answers, but its own voicemail does, presses no key, and takes what is said. */
  | { readonly kind: 'ownVoicemail'; readonly after: number };

/** A caller. Every wait is in seconds. */
export interface CallerScript {
  /** Keys pressed, one entry a menu; none left: waits. */
  readonly presses: readonly string[];
  readonly hangsUpInMenu: boolean;
  /** Hangs up after this long, wherever the call is; null: never by impatience. */
  readonly patience: number | null;
  readonly talkSeconds: number;
  /** Words said after the tone; null: hangs up at it. */
  readonly words: string | null;
  /** Behaviour of phones that have none of their own. */
  readonly phones: PhoneBehaviour;
  readonly withheld: boolean;
}

/** Plan of a call, named in a word; made into a script. */
export type CallPlan =
  | { readonly kind: 'answered'; readonly talkSeconds: number }
  | { readonly kind: 'missed' }
  | { readonly kind: 'voicemail'; readonly words: string }
  | ({ readonly kind: 'script' } & Partial<CallerScript>);

const ordinary: CallerScript = {
  presses: [],
  hangsUpInMenu: false,
  patience: null,
  talkSeconds: 20,
  words: null,
  phones: { kind: 'answers', after: 4, presses: '1' },
  withheld: false,
};

/** The script of a plan. */
function toScript(plan: CallPlan): CallerScript {
  if (plan.kind === 'answered') return { ...ordinary, talkSeconds: plan.talkSeconds };
  if (plan.kind === 'missed') return { ...ordinary, phones: { kind: 'noAnswer' } };
  if (plan.kind === 'voicemail') return { ...ordinary, phones: { kind: 'noAnswer' }, words: plan.words };
  const { kind: _, ...given } = plan;
  return { ...ordinary, ...given };
}

interface MagicPhone {
  readonly number: string;
  readonly title: string;
  readonly behaviour: PhoneBehaviour;
}
interface MagicCaller {
  readonly number: string;
  readonly title: string;
  readonly script: Partial<CallerScript>;
}

const addNumbers = <T extends object>(first: number, entries: readonly T[]) => entries.map((entry, at) => ({ ...entry, number: `+1907555${first + at}` }));

/** Phones with a behaviour of their own: +1 907-555-9201 onwards. */
export const magicPhones: readonly MagicPhone[] = addNumbers(9_201, [
  { title: 'Answers after 2 seconds', behaviour: { kind: 'answers', after: 2, presses: '1' } },
  { title: 'Answers after 8 seconds', behaviour: { kind: 'answers', after: 8, presses: '1' } },
  { title: 'Busy', behaviour: { kind: 'busy' } },
  { title: 'No answer', behaviour: { kind: 'noAnswer' } },
  { title: 'Rejects after 3 seconds', behaviour: { kind: 'rejects', after: 3 } },
  { title: 'Answers after 3 seconds and presses no key', behaviour: { kind: 'answers', after: 3, presses: null } },
  { title: 'Mobile whose own voicemail answers after 22 seconds', behaviour: { kind: 'ownVoicemail', after: 22 } },
  { title: 'Not in service', behaviour: { kind: 'notInService' } },
  { title: 'Answers after 2 seconds and hangs up after 8', behaviour: { kind: 'answers', after: 2, presses: '1', hangsUpAfter: 8 } },
] as const);

/** Callers with a behaviour of their own: +1 907-555-9301 onwards. */
export const magicCallers: readonly MagicCaller[] = addNumbers(9_301, [
  { title: 'Presses 2, talks, hangs up', script: { presses: ['2'], talkSeconds: 12 } },
  { title: 'Hangs up in the menu', script: { hangsUpInMenu: true } },
  {
    title: 'Presses nothing and leaves a voicemail',
    script: { phones: { kind: 'noAnswer' }, words: 'Hi, it is about the appointment on Friday. Please call me back.' },
  },
  { title: 'Hangs up after 6 seconds', script: { patience: 6, phones: { kind: 'noAnswer' } } },
  { title: 'Presses 9 every time', script: { presses: ['9', '9', '9'], phones: { kind: 'noAnswer' } } },
  { title: 'Withholds the number', script: { withheld: true, talkSeconds: 8 } },
] as const);

/** Returns the behaviour of a phone, unless the caller's script says otherwise. */
export const findBehaviour = (number: string, { phones }: CallerScript): PhoneBehaviour =>
  magicPhones.find((phone) => phone.number === number)?.behaviour ?? phones;

/** The script of a caller, from the number it calls from. */
export function toCallerScript(number: string, plan: CallPlan): CallerScript {
  const magic = magicCallers.find((caller) => caller.number === number);
  return magic ? { ...toScript(plan), ...magic.script } : toScript(plan);
}

const findNumberByTitle = (list: readonly { readonly title: string; readonly number: string }[], title: string): string => {
  const entry = list.find((each) => each.title === title);
  if (!entry) throw new Error(`Unknown magic number “${title}”`);
  return entry.number;
};
/** The number of a phone by its title. Throws for a title that is none. */
export const findMagicPhone = (title: string): string => findNumberByTitle(magicPhones, title);
/** The number of a caller by its title. Throws for a title that is none. */
export const findMagicCaller = (title: string): string => findNumberByTitle(magicCallers, title);
