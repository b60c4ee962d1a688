/** Defences of messages, jobs and lines. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are pieces of our own files
import type { Removal } from './removal.ts';

const [deliver, settle, pool, listener] = [
  'server/domains/messaging/sendWorker.ts',
  'server/domains/messaging/deliveryStatus.ts',
  'server/db/pool.ts',
  'server/realtime/createRealtime.ts',
];
const carrier = 'tests/faults/carrier.test.ts';
const database = 'tests/faults/database.test.ts';
const socket = 'tests/faults/socket.test.ts';
const killed = 'tests/faults/killed.test.ts';

export const faultRemovals: readonly Removal[] = [
  {
    defence: 'an intent is a one-way door',
    out: 'one that nobody settled is sent again',
    edits: [
      [deliver, "  if (last?.state === 'intent') return resume(services, item.id, last);\n  if (last && last.state !== 'retriable') return nothing;\n", ''],
    ],
    test: ['tests/server/messaging.kill.test.ts', 'killed at every step of sending'],
  },
  {
    defence: 'the same, under npm start',
    out: 'one that nobody settled is sent again',
    edits: [
      [deliver, "  if (last?.state === 'intent') return resume(services, item.id, last);\n  if (last && last.state !== 'retriable') return nothing;\n", ''],
    ],
    test: [killed, 'killed at every step of a scheduled text'],
  },
  {
    defence: 'a conversion whose answer was lost is not sent again by itself',
    out: 'it waits again',
    edits: [['server/domains/integrations/outbox.ts', "state: isSafeTwice ? heldAgain : 'unknown'", 'state: heldAgain']],
    test: ['tests/server/integrations.test.ts', 'whose process was killed after the intent'],
  },
  {
    defence: 'an event whose process died is posted again, under its id',
    out: 'the attempt stays open',
    edits: [
      [
        'server/domains/eventHooks/deliver.ts',
        "eb('attempted_at', '<', new Date(now.getTime() - openSeconds * 1_000))]),\n      ]),",
        "eb('attempted_at', '<', new Date(0))]),\n      ]),",
      ],
    ],
    test: ['tests/server/webhooksOut.test.ts', 'after the claim: the attempt is made again'],
  },
  {
    defence: 'a row of a batch is booked with its change',
    out: 'it is not booked',
    edits: [
      [
        'server/batches/worker.ts',
        '  await book(\n    batchId,\n    rows.map((row) => row.row_id),\n    changes,\n  );\n',
        '  if (rows.length < 0) await book(batchId, [], changes);\n',
      ],
    ],
    test: ['tests/server/jobs.kill.test.ts', 'a bulk action killed within a chunk'],
  },
  {
    defence: 'a webhook is marked as applied',
    out: 'the job that was killed is not repeated',
    edits: [
      ['server/carrier/webhooks/jobs.ts', "'webhook.apply', { workers: 2, batch: 8, retries: 20,", "'webhook.apply', { workers: 2, batch: 8, retries: 0,"],
    ],
    test: ['tests/server/webhooks.kill.test.ts', 'killed before and after a text'],
  },
  {
    defence: 'STOP and the intent take the same lock',
    out: 'nobody locks the recipient',
    edits: [
      [
        'server/compliance/optOuts.ts',
        'await sql`select pg_advisory_xact_lock(hashtextextended(${`recipient:${companyId()}:${number}`}, 0))`.execute(currentTransaction());',
        'await sql`select ${number}::text`.execute(currentTransaction());',
      ],
    ],
    test: ['tests/server/messaging.test.ts', 'STOP waits for a send'],
  },
  {
    defence: 'a lost reply means unknown',
    out: 'it means: try again',
    edits: [
      [
        'server/carrier/twilio.ts',
        "  return { kind: 'unknown', message: error instanceof Error ? error.message : String(error) };",
        "  return { kind: 'retriable', afterMs: 1_000 };",
      ],
    ],
    test: [carrier, 'is cut in the middle of the reply'],
  },
  {
    defence: 'a 500 means unknown',
    out: 'it means: try again',
    edits: [
      [
        'server/carrier/twilio.ts',
        "  return { kind: 'unknown', message: error instanceof Error ? error.message : String(error) };",
        "  return { kind: 'retriable', afterMs: 1_000 };",
      ],
    ],
    test: [carrier, 'withholds the callbacks too'],
  },
  {
    defence: 'a phone is marked before it is rung, and rung once',
    out: 'it is not marked',
    edits: [['server/domains/calling/holdMusicWorker.ts', '    .set({ placed_at: new Date() })', '    .set({ placed_at: null })']],
    test: ['tests/server/calling.hold.kill.test.ts', 'killed right after the carrier was asked'],
  },
  {
    defence: 'what never reached the carrier is tried again',
    out: 'it is called unknown',
    edits: [
      [
        'server/carrier/http.ts',
        'if (isBeforeFirstByte(error)) throw new CarrierUnreachableError',
        "if (isBeforeFirstByte('')) throw new CarrierUnreachableError",
      ],
    ],
    test: [carrier, 'leads nowhere for a while'],
  },
  {
    defence: 'the carrier has ten seconds',
    out: 'it has for ever',
    edits: [['server/carrier/http.ts', '        signal: AbortSignal.timeout(requestTimeoutMs),\n', '']],
    test: [carrier, 'swallows the request'],
  },
  {
    defence: 'the carrier’s list is looked at for what is unknown',
    out: 'it is not',
    edits: [['server/domains/messaging/reconcile.ts', 'return () => carrier.findByAttempt({', 'return async () => null && carrier.findByAttempt({']],
    test: [carrier, 'withholds the callbacks too'],
  },
  {
    defence: 'the carrier is asked about what it took and told no end of',
    out: 'it is not',
    edits: [['server/domains/messaging/deliveryStatus.ts', ' : isFirst ? { look_at: after(looks.accepted) } : {})', ' : {})']],
    test: [carrier, 'withholds the last callback'],
  },
  {
    defence: 'a later word never gives way to an earlier',
    out: 'the last one to come counts',
    edits: [[settle, 'const isNews = known !== undefined && rank > attempt.status_rank;', 'const isNews = known !== undefined;']],
    test: [carrier, 'repeats callbacks and mixes their order'],
  },
  {
    defence: 'a copy of a callback is known as one',
    out: 'every copy is kept and applied',
    edits: [
      [
        'server/carrier/webhooks/store.ts',
        'dedupe_key: computeDedupeKey(source, payload)',
        'dedupe_key: computeDedupeKey(source, payload) + crypto.randomUUID()',
      ],
    ],
    test: [carrier, 'repeats callbacks and mixes their order'],
  },
  {
    defence: 'work that lost to another transaction is done again',
    out: 'it is refused',
    edits: [
      ['server/db/transaction.ts', "if (left === 0 || !lost.has(getErrorCode(error) ?? '')) throw error;", 'if (left >= 0 || lost.size > 0) throw error;'],
    ],
    test: ['tests/server/deadlock.test.ts', 'a change that the database ended for another one is made again'],
  },
  {
    defence: 'a lost database is told as such',
    out: 'it is a fault like any other',
    edits: [
      [
        'server/http/errorHandler.ts',
        "  if (!isSenders && isConnectionFailure(error)) return new AppError('unavailable', { cause: error, retryAfter: databaseRetry });\n",
        '',
      ],
    ],
    test: [database, 'is cut at once'],
  },
  {
    defence: 'a silent database is given up',
    out: 'it is waited for',
    edits: [[pool, '    stream: createWatchedStream(statementMs + 2_000),\n', '']],
    test: [database, 'is half open'],
  },
  {
    defence: 'the queue gives a silent database up, too',
    out: 'it waits',
    edits: [['server/jobs/pgBossQueue.ts', '    ...{ stream: createWatchedStream(timing.silentMs) },\n', '']],
    test: [database, 'loses the answers alone'],
  },
  {
    defence: 'a client’s own id makes a message one',
    out: 'the server makes up another',
    edits: [['server/domains/messaging/createMessage.ts', '    clientId: draft.clientId,\n', '    clientId: crypto.randomUUID(),\n']],
    test: [database, 'loses the word that a message was kept'],
  },
  {
    defence: 'a lent connection that is cut does not end the process',
    out: 'nobody hears of it',
    edits: [[pool, "  pool.on('connect', (client) => client.on('error', () => undefined));\n", '']],
    test: ['tests/server/tenancy.test.ts', 'cut while it is lent out'],
  },
  {
    defence: 'requests without a database get 503',
    out: 'they get 500',
    edits: [
      [
        'server/http/errorHandler.ts',
        "  if (!isSenders && isConnectionFailure(error)) return new AppError('unavailable', { cause: error, retryAfter: databaseRetry });\n",
        '',
      ],
    ],
    test: ['tests/faults/stopped.test.ts', 'one behind DATABASE_URL'],
  },
  {
    defence: 'after an outage what was missed is fetched by cursor',
    out: 'it is not applied',
    edits: [['src/app/session.ts', '    core.changes.publish(data);', '    core.changes.publish(data.slice(0, 0));']],
    test: [socket, 'is cut while texts arrive'],
  },
  {
    defence: 'a channel that could not be joined is tried again',
    out: 'it is not',
    edits: [
      [
        'machines/realtime/machine.ts',
        "          after: { socketRetry: { target: 'unavailable', reenter: true, actions: sendTo('holdSocket', { type: 'socket.retry' }) } },\n",
        '',
      ],
    ],
    test: [socket, 'is whole again before calls get through'],
  },
  {
    defence: 'a silent socket is pinged',
    out: 'by the library’s own clock',
    edits: [['src/api/pusherOptions.ts', '  activityTimeout: 15_000,\n  pongTimeout: 8_000,\n', '']],
    test: ['tests/faults/halfOpen.test.ts', '500 texts arrive'],
  },
  {
    defence: 'a call on a dead connection is made again',
    out: 'it is waited for',
    edits: [
      [
        'src/api/retryOnce.ts',
        '    if (toPlainError(thrown).status !== 0) throw thrown;\n    return await call(AbortSignal.timeout(limits.lastAnswerMs));',
        '    throw thrown;',
      ],
    ],
    test: ['tests/rules/insist.test.ts', 'a call whose connection is dead'],
  },
  {
    defence: 'nodes that missed events send their clients to catch up',
    out: 'they do not',
    edits: [[listener, "      hub.closeAll('reconnect');\n", '']],
    test: ['tests/server/realtime.test.ts', 'when the line to the database broke'],
  },
  {
    defence: 'changes that nobody announced are found at the cursors',
    out: 'nobody looks',
    edits: [['server/realtime/changeReader.ts', '} else if (position < seq) want(companyId, seq);', '}']],
    test: ['tests/server/telling.kill.test.ts', 'a process dies between its commit and telling'],
  },
  {
    defence: 'who loses the membership hears no more',
    out: 'nobody looks',
    edits: [[listener, 'of await findLostSubscriptions(tenancy, heard)) {', 'of (await findLostSubscriptions(tenancy, heard)).slice(0, 0)) {']],
    test: ['tests/server/realtime.test.ts', 'losing the membership ends the subscription'],
  },
  {
    defence: 'no text has a link while links are off',
    out: 'nobody looks for one',
    edits: [['server/domains/messaging/createMessage.ts', 'if (findLink(text) === null) return;', 'if (findLink(text) !== undefined) return;']],
    test: ['tests/server/messaging.links.test.ts', 'are refused now and later'],
  },
  {
    defence: 'a server that dies is started again',
    out: 'it is not',
    edits: [['scripts/lib/serverSupervisor.ts', '      if (isEnding) return;\n      onNote(', '      if (isEnding || child) return;\n      onNote(']],
    test: [killed, 'killed while texts are held back'],
  },
  {
    defence: 'an upgrade to an address no URL has is refused',
    out: 'it is read as one',
    edits: [['server/http/upgrades.ts', "const read = URL.parse(url, 'http://localhost');", "const read = new URL(url, 'http://localhost');"]],
    test: ['tests/server/edge.upgrades.test.ts', 'is refused and closed, and the server lives'],
  },
  {
    defence: 'an upgrade nobody serves is closed',
    out: 'it is left open',
    edits: [['server/http/upgrades.ts', 'if (refusal !== undefined) refuseUpgrade(socket, refusal);', 'if (refusal === 400) refuseUpgrade(socket, refusal);']],
    test: ['tests/server/edge.upgrades.test.ts', '200 upgrades to other places'],
  },
  {
    defence: 'a thread does not end the process',
    out: 'it does',
    edits: [['scripts/lib/exitWithParent.ts', 'if (isMainThread) {', 'if (isMainThread || process.stdin) {']],
    test: ['tests/rules/processes.test.ts', 'does not end its process'],
  },
  {
    defence: 'a body that stops is given up',
    out: 'it is waited for',
    edits: [['server/http/bodies.ts', 'if (state.looks < patience) continue;', 'if (state.looks < patience * 1_000) continue;']],
    test: ['tests/server/edge.slow.test.ts', 'a body that never comes'],
  },
  {
    defence: 'nothing outlives the script',
    out: 'the server does not notice',
    edits: [['scripts/lib/serverSupervisor.ts', "['--import', tether, module]", '[module]']],
    test: [killed, 'the script itself is killed'],
  },
  {
    defence: 'a batch goes on after the server died',
    out: 'its job is not repeated',
    edits: [['server/batches/jobs.ts', "'batch.run', { workers: 2, batch: 2, retries: 20,", "'batch.run', { workers: 2, batch: 2, retries: 0,"]],
    test: [killed, 'killed in the middle of a change of many rows'],
  },
  {
    defence: 'a draft is kept on the device',
    out: 'it is not',
    edits: [['src/features/conversations/drafts.ts', 'else localStorage.setItem(name, text);', '']],
    test: ['e2e/nothingLost.spec.ts', 'a draft is there again after a reload'],
  },
];
