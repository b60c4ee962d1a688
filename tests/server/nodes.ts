/** Nodes on the database of a server, as processes of their own that are killed. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { inject } from 'vitest';
import { account, type Outside, postSigned } from './outside.ts';
import { freePort } from './ports.ts';

export interface Nodes {
  /** Starts another node; told a failpoint, it dies there as by `kill -9`. */
  start(failpoint?: string): Promise<{ readonly url: string; readonly ended: Promise<unknown> }>;
  /** Posts a webhook to a node, signed for the public address; null when the node died before it answered. */
  post(to: string, path: string, fields: Record<string, string>): Promise<string | null>;
  close(): void;
}

/** Creates the maker of nodes beside a server. */
export function createNodes(outside: Outside): Nodes {
  const children: ChildProcess[] = [];
  return {
    async start(failpoint) {
      const { config } = outside.server;
      const port = await freePort();
      const given = {
        databaseUrl: config.databaseUrl,
        secret: Buffer.from(config.secret).toString('base64'),
        dataDir: config.dataDir,
        publicUrl: outside.publicUrl,
        carrier: { ...account, baseUrl: outside.sandbox.url },
        failpoint,
        port,
      };
      const child = spawn(process.execPath, [inject('workerPath')], {
        env: { ...process.env, KEYLINE_TEST_WORKER: JSON.stringify(given) },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      children.push(child);
      await once(child.stdout, 'data');
      return { url: `http://127.0.0.1:${port}`, ended: once(child, 'exit') };
    },
    async post(to, path, fields) {
      try {
        return await (await postSigned(outside.publicUrl + path, fields, { to: to + path })).text();
      } catch {
        return null;
      }
    },
    close() {
      for (const child of children) child.kill('SIGKILL');
    },
  };
}
