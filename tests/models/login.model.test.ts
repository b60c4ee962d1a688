import { getReason, userEvents } from '#machines/login/index.ts';
import { describeModel } from '#tests/driver/index.ts';
import { loginModel } from './login.fixtures.ts';

describeModel('signing in with a browser', loginModel({ kind: 'cookie' }), { userEvents, getReason });
describeModel('signing in with a device', loginModel({ kind: 'token', deviceName: 'keyline-D1' }), { userEvents, getReason });
