/** A part of the window that may fail without the others. */
import { Component, type ReactNode } from 'react';
import { reloadSoon } from './reloadSoon.ts';

/** As the browsers and the build say that code could not be fetched. */
const missingCode = /imported module|module script|preload CSS/;

/** A part that fails is left out. Where its code could not be fetched, the page is loaded again as soon as there is a network. */
export class Part extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(error: unknown) {
    if (missingCode.test(String(error))) reloadSoon();
  }

  override render() {
    return this.state.failed ? null : this.props.children;
  }
}
