/** Mails as the person who gets them reads them. */
import { expect } from '@playwright/test';
import type { Stack } from './stack.ts';

/** Waits for the mail with this number, counted from 1, and finds the first link in it. The catcher lists the newest first. */
export async function mailedLink(stack: Stack, to: string, number: number): Promise<string> {
  await expect.poll(() => stack.mails(to).length).toBe(number);
  const [, link = ''] = /(https?:\/\/\S+)/.exec(stack.mails(to).at(-number)?.text ?? '') ?? [];
  return link;
}
