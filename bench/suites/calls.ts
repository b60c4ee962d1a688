/** Calls that come in, played by the sandbox: how long a caller waits for TwiML while a hundred calls go on, and a storm of five hundred. */
import { setTimeout as pause } from 'node:timers/promises';
import { createPost, type Fields, pauseFor } from '../../sandbox/carrier/post.ts';
import { magicCallers } from '../../sandbox/carrier/voice/behaviour.ts';
import { playCall } from '../../sandbox/carrier/voice/call.ts';
import { startSandbox } from '../../sandbox/server.ts';
import { freePort } from '../../tests/server/ports.ts';
import { type Lines, openLines } from '../lib/calls.ts';
import { openWorld, serveWorld } from '../lib/large.ts';
import { computeSpread } from '../lib/stats.ts';
import { print, type Row } from '../lib/table.ts';

const together = 100;
const seconds = 30;
const warmUpSeconds = 15;
/** People talk and wait as long as they do. */
const pace = 1;
const stormOf = 500;
const rightResult = { answered: 'answered', voicemail: 'voicemail', rejected: 'blocked', unanswered: 'missed' } as const;

type Sandbox = Awaited<ReturnType<typeof startSandbox>>;

/** Requests the app answered, and how long each answer took; ms. Requests made while it is shut are not noted. */
interface Heard {
  readonly first: number[];
  readonly later: number[];
  lost: number;
  isOpen: boolean;
}

interface Caller {
  readonly heard: Heard;
  call(at: number): Promise<unknown>;
}

/** Callers whose every word to the app is timed. */
function createCallers(
  sandbox: Sandbox,
  lines: Lines,
  webhookUrl: string,
  account: { readonly sid: string; readonly token: string },
  signal: AbortSignal,
): Caller {
  const heard: Heard = { first: [], later: [], lost: 0, isOpen: true };
  const send = createPost(account.token, account.sid, signal);
  const post = async (url: string, fields: Fields) => {
    const [startedAt, isHeard] = [performance.now(), heard.isOpen];
    const answer = await send(url, fields);
    if (signal.aborted || !isHeard) return answer;
    if (answer === null) heard.lost += 1;
    else (url.endsWith('/calls/incoming') ? heard.first : heard.later).push(performance.now() - startedAt);
    return answer;
  };
  const world = {
    webhookUrl,
    ownUrl: sandbox.url,
    accountSid: account.sid,
    ledger: sandbox.ledger,
    post,
    switchboard: sandbox.switchboard,
    browsers: sandbox.browsers,
    getSeconds: () => performance.now() / 1_000 / pace,
    waitSeconds: (spent: number, sooner?: Promise<unknown>) => pauseFor(spent * 1_000 * pace, signal, sooner),
    speak: async () => ({ wav: new Uint8Array(8_044), seconds: 4 }),
  };
  const scripts = [...magicCallers.map(({ script }) => script), { presses: ['1'], talkSeconds: 20 }, { presses: ['2'], talkSeconds: 20 }, { talkSeconds: 20 }];
  return {
    heard,
    call: (at) => {
      const from = `+1646555${String(at % 10_000).padStart(4, '0')}`;
      return playCall(world, { from, to: lines.numbers[at % lines.numbers.length] ?? '', plan: { kind: 'script', ...scripts[at % scripts.length] } });
    },
  };
}

/** A hundred calls go on at any moment: as one ends the next comes in. Heard is what is asked from the end of the warm-up to the end: what calls of then still tell comes at a falling load. */
async function measureSteady({ call, heard }: Caller): Promise<void> {
  heard.isOpen = false;
  const end = Date.now() + (warmUpSeconds + seconds) * 1_000;
  let next = 0;
  const one = async (place: number) => {
    await pause((place / together) * warmUpSeconds * 1_000);
    while (Date.now() < end) await call(next++);
  };
  const listen = async () => {
    await pause(warmUpSeconds * 1_000);
    heard.isOpen = true;
    await pause(seconds * 1_000);
    heard.isOpen = false;
  };
  await Promise.all([listen(), ...Array.from({ length: together }, (_, place) => one(place))]);
}

async function measureStorm(sandbox: Sandbox, lines: Lines): Promise<Row[]> {
  const before = new Set((await lines.calls()).map(({ carrier_sid: sid }) => sid));
  const threadsBefore = await lines.inThreads();
  const startedAt = performance.now();
  const played = await sandbox.generator.storm(stormOf);
  print(`  ${stormOf} calls in ${((performance.now() - startedAt) / 1_000).toFixed(1)} s`);
  const wanted = new Map(played.map(({ sid, seen }) => [sid, rightResult[seen]]));
  const rows = async () => (await lines.calls()).filter(({ carrier_sid: sid }) => !before.has(sid));
  const isRight = (row: Awaited<ReturnType<typeof rows>>[number]) =>
    row.live_state === null &&
    wanted.get(row.carrier_sid) === row.result &&
    row.steps[0]?.step === 'Started' &&
    /^(Hangup|Blocked)$/.test(row.steps.at(-1)?.step ?? '');
  let right = 0;
  // Reports about recordings come by jobs, a moment later.
  for (let tries = 0; tries < 100 && right < stormOf; tries += 1) {
    right = (await rows()).filter(isRight).length;
    if (right < stormOf) await pause(200);
  }
  const threads = (await lines.inThreads()) - threadsBefore;
  return [
    {
      work: `Storm of ${stormOf} calls at once: those that ended with the result the carrier saw, from Started to Hangup`,
      count: right,
      of: stormOf,
      peers: [],
      least: stormOf,
    },
    { work: 'Calls of the storm in their threads, each once', count: threads, of: stormOf, peers: [], least: stormOf, most: stormOf },
  ];
}

/** Measures. */
export async function calls(): Promise<Row[]> {
  const opened = await openWorld();
  const [port, sandboxPort] = [await freePort(), await freePort()];
  const { environment } = opened;
  const world = { ...opened, environment: { ...environment, CARRIER_BASE_URL: `http://127.0.0.1:${sandboxPort}` } };
  const account = { sid: environment.CARRIER_ACCOUNT_SID ?? '', token: environment.CARRIER_AUTH_TOKEN ?? '' };
  const webhookUrl = `http://localhost:${port}`;
  const ending = new AbortController();
  const lines = await openLines(world);
  const sandbox = await startSandbox({
    port: sandboxPort,
    accountSid: account.sid,
    authToken: account.token,
    webhookUrl,
    numbers: lines.numbers,
    pace: 0.05,
    answerMs: null,
  });
  const served = await serveWorld(world, { port });
  try {
    const usual = createCallers(sandbox, lines, webhookUrl, account, ending.signal);
    await measureSteady(usual);
    const { first, later, lost } = usual.heard;
    print(`  ${first.length} calls, ${later.length} later webhooks in ${seconds} s`);
    const rows: Row[] = [
      { work: `TwiML for an incoming call while ${together} go on, everything included`, ours: computeSpread(first), peers: [], bar: { at: 'p95', most: 25 } },
      { work: 'The answer to whatever else is told of them', ours: computeSpread(later), peers: [], bar: { at: 'p95', most: 25 } },
      { work: 'Of those, not answered', count: lost, peers: [], most: 0 },
    ];
    const burst = createCallers(sandbox, lines, webhookUrl, account, ending.signal);
    const begun = Promise.all(Array.from({ length: together }, (_, at) => burst.call(at)));
    await begun;
    rows.push({ work: `TwiML when ${together} callers arrive in the same moment`, ours: computeSpread(burst.heard.first), peers: [], bar: { at: 'p95' } });
    return [...rows, ...(await measureStorm(sandbox, lines))];
  } finally {
    ending.abort();
    await sandbox.close();
    await served.close();
    await lines.close();
    await world.close();
  }
}
