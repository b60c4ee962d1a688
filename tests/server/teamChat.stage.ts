/** The consent page of the sandbox's team chat, as a person answers it. */
import { expect } from 'vitest';
import { slackTeams } from '#sandbox/teamChat/slack.ts';
import type { Outside } from './outside.ts';

/** Answers the consent page; tells what the browser comes back with. */
export async function answerConsent({ publicUrl }: Pick<Outside, 'publicUrl'>, url: string, team: string = slackTeams[0].id) {
  const asked = new URL(url);
  const page = await fetch(asked);
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('Allow in Harbor Bikes')]);
  const choice = await fetch(`${asked.origin}${asked.pathname.replace('authorize', 'choose')}?${asked.searchParams}&account=${team}`, { redirect: 'manual' });
  const back = new URL(choice.headers.get('location') ?? '');
  expect(`${back.origin}${back.pathname}`).toBe(`${publicUrl}/integrations`);
  return { code: back.searchParams.get('code') ?? '', state: back.searchParams.get('state') ?? '' };
}
