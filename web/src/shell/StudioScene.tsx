/** A carton on a sweep of paper, framed by crop marks: what the service is about, in lines. */
export function StudioScene() {
	return (
		<svg aria-hidden="true" fill="none" focusable="false" viewBox="0 0 420 400">
			<defs>
				<linearGradient id="front" x1="0" x2="1" y1="0" y2="1">
					<stop offset="0" stopColor="#f7fbfb" />
					<stop offset="1" stopColor="#cfe1e4" />
				</linearGradient>
				<linearGradient id="side" x1="0" x2="1" y1="0" y2="0">
					<stop offset="0" stopColor="#9fc1c7" />
					<stop offset="1" stopColor="#6f9fa8" />
				</linearGradient>
				<radialGradient cx=".5" cy=".5" id="shade" r=".5">
					<stop offset="0" stopColor="#041d22" stopOpacity=".55" />
					<stop offset="1" stopColor="#041d22" stopOpacity="0" />
				</radialGradient>
			</defs>
			<ellipse cx="216" cy="318" fill="url(#shade)" rx="150" ry="26" />
			<path d="M126 112l130-14v216l-130 8z" fill="url(#front)" />
			<path d="M256 98l48 22v186l-48 8z" fill="url(#side)" />
			<path d="M126 112l44-18 134 26-48-22z" fill="#fff" opacity=".9" />
			<path d="M126 160l130-11v66l-130 8z" fill="#f0bd57" />
			<path d="M256 149l48 17v52l-48-3z" fill="#c98f22" />
			<path d="M142 180l66-5.4M142 198l46-3.7" stroke="#503507" strokeLinecap="round" strokeWidth="7" />
			<circle cx="232" cy="182" fill="#503507" r="11" />
			<path
				d="M227 182l4 4 7-8"
				stroke="#f0bd57"
				strokeLinecap="round"
				strokeLinejoin="round"
				strokeWidth="2.6"
			/>
			<path
				d="M144 254v42M150 253.7v42M158 253.2v42M162 253v42M170 252.5v42M176 252.2v42M186 251.6v42M190 251.4v42M198 250.9v42"
				stroke="#124a55"
				strokeWidth="3"
			/>
			<path d="M147 254v42M166 252.8v42M181 252v42M194 251.2v42" stroke="#124a55" strokeWidth="1.4" />
			<path
				d="M70 96V70a8 8 0 0 1 8-8h26M316 62h26a8 8 0 0 1 8 8v26M350 312v26a8 8 0 0 1-8 8h-26M104 346H78a8 8 0 0 1-8-8v-26"
				stroke="#f0bd57"
				strokeLinecap="round"
				strokeWidth="5"
			/>
			<path
				d="M210 40v12M210 356v12M48 204h12M360 204h12"
				stroke="#84bfc8"
				strokeLinecap="round"
				strokeWidth="3"
			/>
		</svg>
	);
}
