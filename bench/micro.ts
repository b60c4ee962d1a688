import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fromWire } from '../contract/wire.ts';
import { routes } from '../contract/index.ts';
import { writerOf } from '../server/http/writer.ts';
const require = createRequire(new URL('../package.json', import.meta.url));
const fjs = require('fast-json-stringify');
const src = readFileSync('bench/lib/replying.ts', 'utf8');
const block = src.slice(src.indexOf('const text ='), src.indexOf('async function plain')).replace(/Readonly<Record<string, object>>/g, '').replace(/\(schema: object\)/, '(schema)').replace(/properties: \)/, 'properties)');
const schema = new Function(block + '; return replySchema;')();
const plain = fjs(schema);
for (const n of [5, 100]) {
  const full = JSON.parse(readFileSync('/tmp/server/reply100.json', 'utf8'));
  const wire = { ...full, data: full.data.slice(0, n) };
  const app = JSON.parse(JSON.stringify(fromWire(wire)));
  const write = writerOf(routes.conversations.list.reply);
  const flat = (s: string) => Buffer.byteLength(s);
  const run = (name: string, f: () => string) => { const N = n === 5 ? 40000 : 3000; for (let i = 0; i < N / 2; i++) flat(f()); let best = 1e9; for (let r = 0; r < 5; r++) { const a = process.cpuUsage(); for (let i = 0; i < N; i++) flat(f()); const b = process.cpuUsage(a); best = Math.min(best, (b.user + b.system) / N); } console.log(n, name, best.toFixed(1), 'µs'); };
  if (plain(wire) !== write(app)) console.log('differ', plain(wire).slice(0, 400), write(app).slice(0, 400));
  run('fjs', () => plain(wire));
  run('ours', () => write(app));
  run('JSON.stringify', () => JSON.stringify(wire));
}
