import { describe, expect, it } from 'vitest';
import { machine } from '#machines/login/index.ts';
import { actedAna, ana, ben, refusals } from './people.ts';
import { stageOf } from './stage.ts';

const signedOutStage = async (session: object = { kind: 'cookie' }) => {
  const stage = stageOf(machine, { session });
  await stage.refuse('loadPerson', refusals.unauthenticated, 'anonymous');
  return stage;
};
const signedInStage = async (person = ana) => {
  const stage = stageOf(machine, { session: { kind: 'cookie' } });
  await stage.answer('loadPerson', person, 'authenticated');
  return stage;
};
type Stage = Awaited<ReturnType<typeof signedOutStage>>;
const submit = (stage: Stage, email = 'ana@harbor.example') => {
  stage.actor.send({ type: 'email.typed', email });
  stage.actor.send({ type: 'password.typed', password: 'correct horse' });
  stage.actor.send({ type: 'password.submitted' });
};
const events = (stage: Stage) => stage.told.filter(({ name }) => name === 'announce').map(({ params }) => params);

describe('signing in', () => {
  it('starts silently when nobody is signed in', async () => {
    const stage = await signedOutStage();
    expect(stage.actor.getSnapshot().context.error).toBeNull();
    expect(events(stage)).toEqual([]);
  });

  it('raises success once the person is known, and forgets the password', async () => {
    const stage = await signedOutStage();
    submit(stage, ' ana@harbor.example ');
    expect(stage.inputOf('signIn')).toEqual({ email: 'ana@harbor.example', password: 'correct horse', session: { kind: 'cookie' } });
    await stage.answer('signIn', { result: 'success' }, 'loading');
    await stage.answer('loadPerson', ana, 'authenticated');
    expect(events(stage)).toEqual([{ event: 'success', person: ana }]);
    expect(stage.actor.getSnapshot().context.password).toBe('');
  });

  it('raises password_changed for a mailed link opened while nobody is signed in', async () => {
    const stage = await signedOutStage();
    stage.actor.send({ type: 'password.updated' });
    expect(events(stage)).toEqual([{ event: 'password_changed', person: null }]);
    expect(stage.actor.getSnapshot().value).toBe('anonymous');
  });

  it('raises failed and keeps what was typed when the password is wrong', async () => {
    const stage = await signedOutStage();
    submit(stage);
    await stage.refuse('signIn', refusals.wrongPassword, 'anonymous');
    expect(events(stage)).toEqual([{ event: 'failed', person: null }]);
    expect(stage.actor.getSnapshot().context).toMatchObject({ email: 'ana@harbor.example', error: refusals.wrongPassword });
  });

  it('sends the code by itself at the sixth digit, and again after a wrong one', async () => {
    const stage = await signedOutStage();
    submit(stage);
    await stage.answer('signIn', { result: 'mfa_required' }, 'mfaRequired.code');
    for (const code of ['1', '12345', '123456']) stage.actor.send({ type: 'code.typed', code });
    expect(stage.inputOf('verifyCode')).toMatchObject({ code: '123456' });
    await stage.refuse('verifyCode', refusals.wrongCode, 'mfaRequired.code');
    expect(stage.actor.getSnapshot().context).toMatchObject({ code: '', error: refusals.wrongCode });
    stage.actor.send({ type: 'code.typed', code: ' 654321' });
    expect(stage.inputOf('verifyCode')).toMatchObject({ code: '654321' });
    expect(events(stage)).toEqual([]);
  });

  it('waits as long as the server says after too many codes, then asks for the code again', async () => {
    const stage = await signedOutStage();
    submit(stage);
    await stage.answer('signIn', { result: 'mfa_required' }, 'mfaRequired.code');
    stage.actor.send({ type: 'recovery.chosen' });
    stage.actor.send({ type: 'code.typed', code: '7f3k-9qmd' });
    stage.actor.send({ type: 'code.submitted' });
    await stage.refuse('verifyCode', refusals.throttled, 'throttled');
    stage.clock.increment(29_999);
    expect(stage.state()).toBe('throttled');
    stage.clock.increment(1);
    expect(stage.state()).toBe('mfaRequired.recovery');
  });

  it('waits five seconds when the server does not say how long', async () => {
    const stage = await signedOutStage();
    submit(stage);
    await stage.refuse('signIn', refusals.throttledWithoutTime, 'throttled');
    stage.clock.increment(4_999);
    expect(stage.state()).toBe('throttled');
    stage.clock.increment(1);
    expect(stage.state()).toBe('anonymous');
  });

  it('keeps tokens on a device, and passes the token of the second factor on', async () => {
    const session = { kind: 'token', deviceName: 'keyline-D1' };
    const stage = await signedOutStage(session);
    submit(stage);
    await stage.answer('signIn', { result: 'mfa_required', mfaToken: 'm-1' }, 'mfaRequired.code');
    stage.actor.send({ type: 'code.typed', code: '123456' });
    expect(stage.inputOf('verifyCode')).toEqual({ code: '123456', mfaToken: 'm-1', session });
    await stage.answer('verifyCode', { result: 'token', tokens: {} }, 'loading');
    expect(stage.log).toContain('keepTokens');
  });

  it('hands code and state of the provider on, and refuses a return without them', async () => {
    const stage = await signedOutStage();
    stage.actor.send({ type: 'provider.returned', provider: 'sandbox', code: null, state: 's' });
    expect(stage.state()).toBe('anonymous');
    expect(events(stage)).toEqual([{ event: 'failed', person: null }]);
    stage.actor.send({ type: 'provider.returned', provider: 'sandbox', code: 'c', state: 's' });
    expect(stage.inputOf('confirmProvider')).toMatchObject({ provider: 'sandbox', proof: { kind: 'code', code: 'c', state: 's' } });
  });

  it('says the words of the spec when a link is expired', async () => {
    const stage = await signedOutStage();
    stage.actor.send({ type: 'link.expired' });
    expect(stage.actor.getSnapshot().context.error?.message).toBe('Link expired. Please log in.');
  });
});

describe('losing the session while working', () => {
  it('keeps the page for the same person, who only types the password', async () => {
    const stage = await signedInStage();
    stage.actor.send({ type: 'session.lost' });
    expect(stage.state()).toBe('signedOut');
    expect(events(stage)).toEqual([{ event: 'logout', person: ana }]);
    expect(stage.actor.getSnapshot().context.lapsed).toEqual(ana);
    stage.actor.send({ type: 'password.typed', password: 'correct horse' });
    stage.actor.send({ type: 'password.submitted' });
    expect(stage.inputOf('signIn')).toMatchObject({ email: ana.email });
    await stage.answer('signIn', { result: 'success' }, 'loading');
    await stage.answer('loadPerson', ana, 'authenticated');
    expect(stage.log).not.toContain('startAfresh');
  });

  it('leaves nothing of the person on the screen of staff who acted as them, and asks for no password of theirs', async () => {
    const stage = await signedInStage(actedAna);
    stage.actor.send({ type: 'session.lost' });
    expect(stage.log).toContain('startAfresh');
    expect(stage.actor.getSnapshot()).toMatchObject({
      value: 'anonymous',
      context: { lapsed: null, email: '', error: { message: 'Impersonation ended. Sign in again.' } },
    });
  });

  it('clears the screen when somebody else signs in over it', async () => {
    const stage = await signedInStage();
    stage.actor.send({ type: 'session.lost' });
    stage.actor.send({ type: 'provider.returned', provider: 'sandbox', code: 'c', state: 's' });
    await stage.answer('confirmProvider', { result: 'success' }, 'loading');
    await stage.answer('loadPerson', ben, 'authenticated');
    expect(stage.log.slice(-2)).toEqual(['startAfresh', 'announce']);
  });
});

describe('a second tab', () => {
  it('goes on by itself when the same person signed in again in another tab', async () => {
    const stage = await signedInStage();
    stage.actor.send({ type: 'session.lost' });
    stage.actor.send({ type: 'session.found' });
    await stage.answer('loadPerson', ana, 'authenticated');
    expect(stage.log).not.toContain('startAfresh');
  });

  it('clears the screen when the person signed out in another tab, also behind the dialog of a lapsed session', async () => {
    const stage = await signedInStage();
    stage.actor.send({ type: 'session.lost' });
    stage.actor.send({ type: 'session.ended' });
    expect(stage.log.at(-1)).toBe('startAfresh');
    expect(stage.actor.getSnapshot()).toMatchObject({ value: 'anonymous', context: { lapsed: null, email: '' } });
  });

  it('clears the screen when somebody else signed in in another tab', async () => {
    const stage = await signedInStage();
    stage.actor.send({ type: 'session.found' });
    await stage.answer('loadPerson', ben, 'authenticated');
    expect(stage.log).toContain('startAfresh');
    expect(stage.actor.getSnapshot().context.person).toEqual(ben);
  });
});

describe('signing out and acting as somebody', () => {
  it('does not claim to be signed out when the server did not answer', async () => {
    const stage = await signedInStage();
    stage.actor.send({ type: 'signout.chosen' });
    await stage.refuse('signOut', refusals.noAnswer, 'authenticated');
    expect(events(stage)).toEqual([]);
  });

  it('goes back to the staff session when a remote login is refused', async () => {
    const stage = await signedInStage();
    stage.actor.send({ type: 'remote.opened', id: 'r'.repeat(22) });
    await stage.refuse('enterRemote', refusals.linkExpired, 'authenticated');
    expect(stage.actor.getSnapshot().context.person).toEqual(ana);
  });

  it('says that a remote login has expired when the staff session behind it is over', async () => {
    const stage = await signedOutStage();
    stage.actor.send({ type: 'remote.opened', id: 'r'.repeat(22) });
    await stage.refuse('enterRemote', refusals.unauthenticated, 'anonymous');
    expect(stage.actor.getSnapshot().context.error).toMatchObject({ code: 'link_expired', message: 'Link expired. Please log in.' });
  });
});
