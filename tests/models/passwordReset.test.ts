import { describe, expect, it } from 'vitest';
import { getReason, machine, type ResetSnapshot } from '#machines/passwordReset/index.ts';
import { refusals } from './people.ts';
import { stageOf } from './stage.ts';

const opened = () => {
  const stage = stageOf(machine, {});
  stage.actor.send({ type: 'link.opened', token: 'token-1' });
  stage.actor.send({ type: 'password.typed', password: 'a new password' });
  return stage;
};

describe('resetting a password', () => {
  it('ends with the words of the spec and the event password_changed', async () => {
    const stage = opened();
    stage.actor.send({ type: 'password.submitted' });
    expect(stage.inputOf('savePassword')).toEqual({ token: 'token-1', password: 'a new password' });
    await stage.answer('savePassword', undefined, 'done');
    expect(stage.told).toEqual([{ name: 'announce', params: { event: 'password_changed' } }]);
    expect(stage.actor.getSnapshot().context).toMatchObject({
      notice: 'Password changed successfully. You can now login with new password.',
      password: '',
      token: '',
    });
  });

  it('says that the link has expired, and asks for another', async () => {
    const stage = opened();
    stage.actor.send({ type: 'password.submitted' });
    await stage.refuse('savePassword', { ...refusals.resetLinkExpired, message: 'gone' }, 'expired');
    expect(stage.actor.getSnapshot().context.error?.message).toBe('Your reset link has expired. Please try to resend it again.');
    stage.actor.send({ type: 'link.renewed' });
    expect(stage.state()).toBe('asking');
  });

  it('asks for ten characters', () => {
    const stage = opened();
    const refusal = (password: string) => {
      stage.actor.send({ type: 'password.typed', password });
      const snapshot: ResetSnapshot = stage.actor.getSnapshot();
      return getReason(snapshot, 'password.submitted');
    };
    expect([refusal(''), refusal('ninechars'), refusal('tencharact')]).toEqual(['Type a new password first', 'Use at least 10 characters', null]);
  });
});
