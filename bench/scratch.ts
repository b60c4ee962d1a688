import { type ChildProcess, execFile, fork } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { readSettings } from '../scripts/lib/settings.ts';
import { startDatabase } from '../server/db/embedded.ts';
import { migrate } from '../server/db/migrate.ts';
const dataDir = '/tmp/scratchdata';
const database = await startDatabase({ dataDir, onNote: () => {} });
await migrate(database.url);
const { environment } = readSettings({ KEYLINE_DATA: dataDir, KEYLINE_LOG: 'warn', KEYLINE_RATE_FACTOR: '100000' }, true);
const one = (id: number) => ({ id, conversation_id: id, last_activity_at: '2026-11-29T10:00:00.000Z', recipient: '+12125550123',
  number: { id: 4, label: 'Office line', number: '+14155550100', is_sms_enabled: true, is_call_transcription_enabled: false },
  contact: { id: 9, name: 'Dana Whitfield', subscribed: true },
  latest_item: { id: 77, is_inbound: true, created_at: '2026-11-29T10:00:00.000Z', type: 'message', details: { text: 'Could you come on Thursday at four? The heating is out again.', result: null, delivery_state: 'received', duration: null, actor_name: null, editor_name: null } },
  num_unread_items: 1, is_archived: false, is_blocked: false, is_lead: false, is_appointment: false, is_opted_out: false, has_opt_out_review: false });
const n = Number(process.argv[2] ?? 5);
writeFileSync('/tmp/scratchdata/reply.json', JSON.stringify({ data: Array.from({ length: n }, (_, i) => one(i + 1)), meta: { next_cursor: null, total: 900, unread: 12, position: 4711 } }));
async function replying(kind: string, execArgv: string[] = []): Promise<{ child: ChildProcess; port: number }> {
  const child = fork(fileURLToPath(new URL('./lib/replying.ts', import.meta.url)), { execArgv, env: { ...process.env, ...environment, NODE_ENV: 'development', DATABASE_URL: database.url, REPLY_FILE: '/tmp/scratchdata/reply.json', REPLY_KIND: kind, REPLY_COMPANY: '1' }, stdio: ['ignore', kind === 'ours' && prof.length === 0 ? 'inherit' : 'ignore', 'inherit', 'ipc'] });
  const port = await new Promise<number>((done, fail) => child.once('message', (said) => done(Number(said))).once('exit', () => fail(new Error(kind))));
  return { child, port };
}
const prof = process.argv[3] === 'prof' ? ['--cpu-prof', '--cpu-prof-dir=/tmp/scratchdata/prof'] : [];
const cannon = fileURLToPath(new URL('./node_modules/autocannon/autocannon.js', import.meta.url));
async function shoot(port: number): Promise<number> {
  const { stdout } = await promisify(execFile)(process.execPath, [cannon, '-j', '-c', '16', '-d', '1', '-H', 'cookie=keyline_session=' + 'a'.repeat(43), `http://127.0.0.1:${port}/api/companies/1/conversations?isArchived=0&perPage=${n}`]);
  const r = JSON.parse(stdout); if (r.non2xx > 0) { console.log(await (await fetch('http://127.0.0.1:' + port + '/api/companies/1/conversations?isArchived=0&perPage=' + n, { headers: { cookie: 'keyline_session=' + 'a'.repeat(43) } })).text()); throw new Error('non2xx ' + r.non2xx); }
  return r.requests.average;
}

const ours = await replying('ours', prof); const plain = await replying('plain', prof);
const cpu = (pid: number | undefined) => { const f = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' '); return (Number(f[11]) + Number(f[12])) * 10_000; };
const ratios: number[] = []; const a: number[] = []; const b: number[] = [];
const rounds = Number(process.env.ROUNDS ?? 12);
for (let i = -3; i < rounds; i++) {
  const c0 = cpu(plain.child.pid); const p = await shoot(plain.port); const c1 = cpu(plain.child.pid);
  const d0 = cpu(ours.child.pid); const o = await shoot(ours.port); const d1 = cpu(ours.child.pid);
  if (i >= 0) { ratios.push(o / p); a.push((d1 - d0) / o); b.push((c1 - c0) / p); } }
const med = (x: number[]) => x.toSorted((p, q) => p - q)[x.length >> 1] ?? 0;
console.log('throughput ratio', med(ratios).toFixed(3), 'us cpu a request: ours', med(a).toFixed(0), 'plain', med(b).toFixed(0), 'cpu ratio', (med(b) / med(a)).toFixed(3));
for (const c of [ours.child, plain.child]) { c.disconnect(); await new Promise((d) => c.once('exit', d)); }
await database.stop();
