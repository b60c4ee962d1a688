/** Transcripts of calls: of recordings word for word, of other answered calls invented ones of the usual kind. */

import { fillSlots } from './dialogues/script.ts';
import { endings, matters, openings } from './dialogues/talks.ts';
import { createRandom, type Random } from './random.ts';
import type { CallRow, TranscriptRow } from './rows.ts';
import { drawSlots } from './slots.ts';
import type { Recording } from './spoken.ts';

interface Turn {
  readonly speaker: 'agent' | 'customer';
  readonly text: string;
}
interface Matter {
  readonly department: string;
  readonly outcome: string;
  readonly turns: readonly Turn[];
}

const listTurns = (text: string): Turn[] =>
  [...text.matchAll(/([<>]) ([^<>\n]+)/g)].map(([, side, words = '']) => ({ speaker: side === '<' ? 'agent' : 'customer', text: words.trim() }));
const listLines = (text: string) => text.trim().split('\n');

const opens: readonly (readonly Turn[])[] = listLines(openings).map(listTurns);
const ends: readonly (readonly Turn[])[] = listLines(endings).map(listTurns);
const talkMatters: readonly Matter[] = matters
  .split(/^= /m)
  .filter((part) => part.trim() !== '')
  .map((part) => {
    const [head = '', ...lines] = part.trim().split('\n');
    const [department = '', outcome = ''] = head.split(' ');
    return { department, outcome, turns: listTurns(lines.join('\n')) };
  });

/** Of answered calls that nobody recorded, so many are written down all the same. */
const share = 0.12;
/** Seconds between two people speaking, and how many letters one says in a second. */
const pause = 0.4;
const lettersASecond = 15;

interface Segment extends Turn {
  readonly start: number;
  readonly end: number;
}

/** Turns one after the other from `from` on; squeezed or stretched to end at `until`, where that is given. */
function toSpoken(turns: readonly Turn[], until: number | null): Segment[] {
  let at = 0;
  const plain = turns.map((turn) => {
    const start = at;
    at += turn.text.length / lettersASecond;
    const end = at;
    at += pause;
    return { ...turn, start, end };
  });
  const scale = until === null || at === 0 ? 1 : until / at;
  return plain.map((segment) => ({ ...segment, start: segment.start * scale, end: segment.end * scale }));
}

const roundHundredths = (value: number) => Math.round(value * 100) / 100;

function toRow(call: CallRow, segments: readonly Segment[]): TranscriptRow {
  const talked = (speaker: Turn['speaker']) => segments.filter((segment) => segment.speaker === speaker).reduce((sum, { start, end }) => sum + end - start, 0);
  const [agent, client] = [talked('agent'), talked('customer')];
  const agentShare = agent + client === 0 ? 0 : roundHundredths((100 * agent) / (agent + client));
  return {
    call_id: call.id,
    company_id: call.company_id,
    started_at: call.started_at,
    agent_talk: agentShare,
    client_talk: agent + client === 0 ? 0 : roundHundredths(100 - agentShare),
    channels: JSON.stringify({ agent: 0, customer: 1 }),
    segments: JSON.stringify(
      segments.map(({ speaker, text, start, end }) => ({
        channel: speaker === 'agent' ? 0 : 1,
        speaker,
        transcript: text,
        startTime: roundHundredths(start),
        endTime: roundHundredths(end),
      })),
    ),
  };
}

/** The words of a recording: two voices take turns, ours first; a voicemail is the caller's alone. */
export function toRecordingTranscript(call: CallRow, recording: Recording): TranscriptRow {
  const isVoicemail = recording.turns.length === 1;
  const turns = recording.turns.map((text, at): Turn => ({ speaker: !isVoicemail && at % 2 === 0 ? 'agent' : 'customer', text }));
  return toRow(call, toSpoken(turns, recording.seconds));
}

/** Topic and outcome of a talk. */
interface Talk {
  readonly department: string;
  readonly outcome: string;
  readonly transcript: TranscriptRow;
}

function pickMatter(random: Random, call: CallRow): Matter {
  const fitting = call.is_appointment
    ? talkMatters.filter(({ outcome }) => outcome === 'appt_booked')
    : call.is_lead
      ? talkMatters.filter(({ outcome }) => outcome === 'opportunity')
      : talkMatters;
  return random.pick(fitting);
}

/** Returns the words of an answered call, for a share of them; null for the others. Uses its own random generator, so that all other data stays as it is. */
export function createTalk(call: CallRow, shop: { readonly city: string; readonly now: number; readonly company: string }, talkSeconds: number): Talk | null {
  const random = createRandom(900_000_000 + call.id);
  if (call.result !== 'answered' || talkSeconds < 15 || !random.chance(share)) return null;
  const matter = pickMatter(random, call);
  const second = talkSeconds > 200 ? random.pick(talkMatters).turns : [];
  const agent = call.answered_by?.split(' ')[0] ?? 'Sam';
  const slots = { ...drawSlots(random, { first: null, agent, city: shop.city, year: new Date(shop.now).getUTCFullYear() }), company: shop.company };
  const turns = [...random.pick(opens), ...matter.turns, ...second, ...random.pick(ends)].map(({ speaker, text }) => ({
    speaker,
    text: fillSlots(text, slots),
  }));
  const { department, outcome } = matter;
  return { department, outcome, transcript: toRow(call, toSpoken(turns, talkSeconds)) };
}
