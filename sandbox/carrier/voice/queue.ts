/** A caller in a queue, as `<Enqueue>` says: hears what the wait address says until a phone, or the app, fetches the caller out of it. */
import { parseVerbs, type Verb } from '../twiml.ts';
import type { DialResult } from './dial.ts';
import { HungUpError, type OngoingCall } from './world.ts';

/** Waits, talks, and goes on with what the app says next. */
export async function enqueue(line: OngoingCall, { text, attributes }: Verb): Promise<DialResult> {
  const { world } = line;
  const { queueSid, position, waiting } = world.switchboard.join(text, line);
  const joined = world.now();
  const inQueue = (result: string) => ({ QueueSid: queueSid, QueueTime: String(Math.round(world.now() - joined)), QueueResult: result });
  const told = async (result: string) => (attributes.action === undefined ? null : line.tell(attributes.action, inQueue(result)));
  if (attributes.waitUrl !== undefined) {
    const place = { QueueSid: queueSid, QueuePosition: String(position), QueueTime: '0', AvgQueueTime: '0', CurrentQueueSize: String(position) };
    const [sound] = parseVerbs((await line.tell(attributes.waitUrl, place)) ?? '').filter(({ name }) => name === 'Play' || name === 'Say');
    line.music = sound?.text ?? null;
  }
  try {
    const exit = await line.until(waiting.left);
    if (exit.kind === 'redirected') {
      await told('redirected');
      return { twiml: await line.tell(exit.url, {}) };
    }
    const started = line.seconds;
    line.seen = 'answered';
    try {
      await line.until(world.pass(line.script.talkSeconds, exit.over));
    } finally {
      exit.talked(Math.round(line.seconds - started));
    }
    return { twiml: await told('bridged') };
  } catch (error) {
    if (error instanceof HungUpError) {
      world.switchboard.abandon(waiting);
      await told(line.seen === 'answered' ? 'bridged' : 'hangup');
    }
    throw error;
  }
}
