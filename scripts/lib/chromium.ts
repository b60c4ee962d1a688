/** A Chromium for the browser tests: the machine's own, Playwright's, or one that is installed now. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { runToEnd } from './children.ts';

/** Chromium without a window: the same pages, and every test begins and ends a third sooner. */
const shell = '/usr/bin/chromium-headless-shell';

const places = [
  process.env.CHROMIUM_PATH ?? '',
  shell,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** Some distributions put a script there that only says how to install it. */
function runs(path: string): boolean {
  try {
    return /\d+\.\d+/.test(execFileSync(path, ['--version'], { stdio: ['ignore', 'pipe', 'ignore'], timeout: 20_000 }).toString());
  } catch {
    return false;
  }
}

/** Finds the path of a Chromium; null when there is none. */
export function findChromium(): string | null {
  const own = chromium.executablePath();
  return [...places, own].find((path) => path !== '' && existsSync(path) && runs(path)) ?? null;
}

const isRootOnDebian = () => process.getuid?.() === 0 && existsSync('/etc/debian_version');

/** Finds Chromium or installs one: from the distribution as root on Debian, else Playwright's. Throws what the installer printed when neither works. */
export async function ensureChromium(): Promise<string> {
  const found = findChromium();
  const isChosen = found === shell || found === process.env.CHROMIUM_PATH;
  if (found !== null && (isChosen || !isRootOnDebian())) return found;
  if (isRootOnDebian()) {
    const apt = { DEBIAN_FRONTEND: 'noninteractive' };
    await runToEnd('apt-get', ['update'], apt)
      .then(() => runToEnd('apt-get', ['install', '-y', '--no-install-recommends', 'chromium-headless-shell'], apt))
      .catch(() => '');
    const installed = findChromium();
    if (installed) return installed;
  }
  await runToEnd('npx', ['playwright', 'install', ...(process.getuid?.() === 0 ? ['--with-deps'] : []), 'chromium']);
  const fetched = findChromium();
  if (!fetched) throw new Error('Could not install Chromium. Install it and set CHROMIUM_PATH.');
  return fetched;
}
