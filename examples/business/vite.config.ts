import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [react()],
  build: { outDir: 'dist/page' },
  // `npm run dev`: Vite has the page, and the server of `npm start` has the API.
  server: { proxy: { '/api': process.env.API_URL ?? 'http://localhost:3002' } },
})
