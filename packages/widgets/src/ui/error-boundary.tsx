import type { ReactNode } from 'react'
import { Component } from 'react'

export interface ErrorBoundaryProps {
  readonly children: ReactNode
  /** Rendered in place of the children, with a retry. */
  readonly fallback: (retry: () => void) => ReactNode
  readonly onError?: (error: Error) => void
}

/** A class, because React has no other error boundaries: a view that throws must not unmount the host page's tree. */
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
