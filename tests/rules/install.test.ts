/** The lock file holds every program that is installed with its hash, the Node that everything runs on included. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';

const Lock = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.optional(z.string()),
      integrity: z.optional(z.string()),
      link: z.optional(z.boolean()),
      os: z.optional(z.union([z.string(), z.array(z.string())])),
      cpu: z.optional(z.union([z.string(), z.array(z.string())])),
      bin: z.optional(z.record(z.string(), z.string())),
    }),
  ),
});
const read = (path: string): unknown => JSON.parse(readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8'));
const { packages } = z.parse(Lock, read('package-lock.json'));
const installed = Object.entries(packages).filter(([path]) => path !== '');

test('every package is held with its hash', () => {
  expect(installed.filter(([, { integrity }]) => !integrity?.startsWith('sha512-')).map(([path]) => path)).toEqual([]);
});

test('Node comes from one package a platform, each with the binary itself', () => {
  const nodes = installed.filter(([, { bin }]) => bin && 'node' in bin);
  expect(nodes.map(([, { os, cpu, version }]) => `${[os].flat()} ${[cpu].flat()} ${version?.split('.')[0]}`).sort()).toEqual([
    'darwin arm64 24',
    'darwin x64 24',
    'linux arm64 24',
    'linux x64 24',
    'win32 x64 24',
  ]);
  const { dependencies, optionalDependencies } = z.parse(
    z.object({ dependencies: z.record(z.string(), z.string()), optionalDependencies: z.record(z.string(), z.string()) }),
    read('package.json'),
  );
  expect(Object.keys(dependencies)).not.toContain('node');
  for (const [path, { version }] of nodes) expect(optionalDependencies[path.replace('node_modules/', '')]).toBe(version);
});

test('this very process runs on it', () => {
  const { version } = packages[`node_modules/node-${process.platform}-${process.arch}`] ?? {};
  if (version) expect(process.versions.node).toBe(version);
});
