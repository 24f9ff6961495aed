import type { ReactNode } from 'react'
import { Component } from 'react'

export interface ErrorBoundaryProps {
  readonly children: ReactNode
  /** What stands in their place, with a way to try again. */
  readonly fallback: (retry: () => void) => ReactNode
  readonly onError?: (error: Error) => void
}

/** A class, for there is no other way: a view that throws must not take the host page's own tree with it. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { readonly hasFailed: boolean }> {
  override state: { readonly hasFailed: boolean } = { hasFailed: false }

  static getDerivedStateFromError(): { readonly hasFailed: boolean } {
    return { hasFailed: true }
  }

  override componentDidCatch(error: Error): void {
    this.props.onError?.(error)
  }

  override render(): ReactNode {
    return this.state.hasFailed ? this.props.fallback(() => this.setState({ hasFailed: false })) : this.props.children
  }
}
