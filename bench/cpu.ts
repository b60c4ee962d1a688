import { fork, execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { openWorld, dataDir } from './lib/large.ts';
const world = await openWorld();
const full = JSON.parse(readFileSync('/tmp/server/reply100.json', 'utf8'));
const start = (kind: string, file: string) => { const child = fork('bench/lib/replying.ts', { execArgv: [], env: { ...process.env, ...world.environment, NODE_ENV: 'development', DATABASE_URL: world.databaseUrl, REPLY_FILE: file, REPLY_KIND: kind, REPLY_COMPANY: String(world.companyId) }, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] }); return new Promise<any>((d) => child.once('message', (port) => d({ child, port }))); };
const cpu = (pid: number) => { const f = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' '); return [Number(f[11]) * 10, Number(f[12]) * 10]; };
const shoot = (port: number, d: number) => JSON.parse(execFileSync(process.execPath, ['bench/node_modules/autocannon/autocannon.js', '-j', '-c', '16', '-d', String(d), '-H', 'cookie=keyline_session=kjshdfkjshdfkjhsdfkjhsdkfjhsdkfjhsdkfjhsdfkj12', '-H', `x-company-id=${world.companyId}`, `http://127.0.0.1:${port}/api/companies/${world.companyId}/conversations?isArchived=0&perPage=5`], { stdio: ['ignore', 'pipe', 'ignore'] }).toString()).requests;
for (const rows of [5]) {
  const file = `/tmp/server/reply${rows}.json`;
  writeFileSync(file, JSON.stringify({ ...full, data: full.data.slice(0, rows) }));
  for (const kind of ['plain','ours','plain','ours','plain','ours','plain','ours']) {
    const { child, port } = await start(kind, file);
    shoot(port, 2);
    const a = cpu(child.pid); const r = shoot(port, 3); const b = cpu(child.pid);
    console.log(rows, kind, r.average, 'user µs', ((b[0]! - a[0]!) * 1000 / r.total).toFixed(0), 'sys µs', ((b[1]! - a[1]!) * 1000 / r.total).toFixed(0));
    child.disconnect(); await new Promise((d) => child.once('exit', d));
  }
}
await world.close();
