/** Defences of an installation that is open to strangers, and of what people bring into it. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are pieces of our own files
import type { Removal } from './removal.ts';

const cleaner = 'server/pictures/cleaner.worker.ts';

export const operateRemovals: readonly Removal[] = [
  {
    defence: 'an unsafe installation does not start',
    out: 'the start-up check is not asked',
    edits: [
      ['server/start.ts', 'const warnings = await assertSafeInstallation(config);', 'const warnings: Awaited<ReturnType<typeof assertSafeInstallation>> = [];'],
    ],
    test: ['tests/server/safety.test.ts', 'says what is unsafe in its settings and in its users, and ends'],
  },
  {
    defence: 'demo users sign in beside the sandbox alone',
    out: 'their mark in the database is not looked at',
    edits: [['server/trial.ts', '!isLive({ publicUrl, hasSandbox: sandboxUrl !== null });', 'sandboxUrl !== publicUrl;']],
    test: ['tests/server/safety.test.ts', 'cannot sign in when the sandbox is off'],
  },
  {
    defence: 'pixels are counted before a picture is decoded',
    out: 'they are not, and decoding has no limit',
    edits: [
      [cleaner, "  if (pixels > maxPixels) return 'too many pixels';\n", ''],
      [cleaner, 'limitInputPixels: maxPixels', 'limitInputPixels: false'],
    ],
    test: ['tests/server/pictures.test.ts', 'of more pixels than a browser should decode'],
  },
  {
    defence: 'pictures lose where they were taken',
    out: 'their metadata are kept',
    edits: [[cleaner, "failOn: 'error', sequentialRead: true });", "failOn: 'error', sequentialRead: true }).keepMetadata();"]],
    test: ['tests/server/pictures.test.ts', 'does not tell where it was taken'],
  },
  {
    defence: 'uploads leave a reserve of the disk free',
    out: 'they take the last byte',
    edits: [['server/http/multipart.ts', "  if ((await space.check()) !== 'enough') throw new AppError('storage_full');\n", '']],
    test: ['tests/server/space.test.ts', 'refuses uploads while there is space left, but less than the reserve'],
  },
  {
    defence: 'a link to a file asks who fetches it, each time',
    out: 'the link is enough',
    edits: [
      [
        'server/domains/system/files.ts',
        "const visitor = link.reach !== 'person' ? null : await visitorOf(link.companyId, request, services);",
        "const visitor = link.reach !== 'person' ? await visitorOf(link.companyId, request, services) : null;",
      ],
    ],
    test: ['tests/server/files.test.ts', 'a member who is removed gets 404 at once'],
  },
  {
    defence: 'staff act as somebody with a fresh second factor only',
    out: 'one proved long ago will do',
    edits: [
      [
        'server/domains/auth/impersonation.ts',
        "  if (!row.is_fresh) throw new AppError('forbidden', { message: 'Confirm your two-factor code first' });\n",
        '',
      ],
    ],
    test: ['tests/server/auth.remote.test.ts', 'a second factor that was proved a while ago'],
  },
  {
    defence: 'common passwords are refused',
    out: 'they are not looked up',
    edits: [
      [
        'server/domains/auth/newPassword.ts',
        "  if (await isCommon(password)) throw refuse('This password is easy to guess. Choose a less common one.');\n",
        '',
      ],
    ],
    test: ['tests/server/auth.newPassword.test.ts', 'a reset refuses common passwords'],
  },
  {
    defence: 'wrong passwords of others lock nobody out of their browser',
    out: 'all tries share one lane',
    edits: [
      [
        'server/domains/auth/lanes.ts',
        'const device = userId === null ? null : findKnownDevice(userId, request, services);',
        'const device: string | null = null;',
      ],
    ],
    test: ['tests/server/auth.password.test.ts', 'do not keep a person out of the browser'],
  },
  {
    defence: 'a note is changed by its author, or by who manages notes',
    out: 'by everybody who writes notes',
    edits: [
      [
        'server/domains/conversations/noteAccess.ts',
        "if (authorId === caller.userId || membership.may('notes.manage')) return;",
        'if (authorId === caller.userId || membership.companyId > 0) return;',
      ],
    ],
    test: ['tests/server/notes.test.ts', 'is for owners and administrators; everybody changes their own'],
  },
  {
    defence: 'texts have no links while links are off',
    out: 'the setting is not read',
    edits: [
      [
        'server/domains/messaging/createMessage.ts',
        "  if (!company.links_enabled) throw new AppError('invalid', { field: 'message', message: linksOff });\n",
        '',
      ],
    ],
    test: ['tests/server/messaging.links.test.ts', 'are refused now and later'],
  },
  {
    defence: 'a call is transferred by the person who talks in it',
    out: 'by everybody who works the number',
    edits: [['server/domains/phone/transferring.ts', 'if (isSpeaker(row, userId)) return;', 'if (isSpeaker(row, userId) || userId > 0) return;']],
    test: ['tests/server/phone.transfer.test.ts', 'is refused to who doesn’t talk'],
  },
  {
    defence: 'a ringing call is picked up by the person it rings for, one of them',
    out: 'by everybody who works the number',
    edits: [['server/domains/phone/pickingUp.ts', 'if (!(await reserveCall(row, userId)))', 'if (!(await reserveCall(row, userId)) && userId < 0)']],
    test: ['tests/server/phone.pickup.test.ts', 'is nothing for whom it doesn’t ring'],
  },
  {
    defence: 'ringing that is broken off for a pickup ends no round',
    out: 'it counts as not answered',
    edits: [['server/domains/calling/callWebhooks.ts', '&& !event.isAnswered && (await isOpen(row.id))', '&& !event.isAnswered && row.id < 0']],
    test: ['tests/server/phone.pickup.test.ts', 'is still theirs, doesn’t ring there by itself'],
  },
  {
    defence: 'a rule leaves calls out',
    out: 'all are told',
    edits: [['server/domains/integrations/send.ts', 'leaveOut(\n    integration.rules,', 'leaveOut(\n    {},']],
    test: ['tests/server/conversionRules.test.ts', 'tells the calls that fit it'],
  },
];
